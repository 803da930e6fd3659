// Set the mathematics, make each slide fit, then hand over to reveal.js.
window.MathJax = {
    loader: { load: ["input/tex", "output/svg", "a11y/assistive-mml"] },
    tex: { inlineMath: [["$", "$"], ["\\(", "\\)"]], processEscapes: true },
    options: { skipHtmlTags: ["script", "style", "pre", "code"], ignoreHtmlClass: "cell" },
    svg: { fontCache: "global" },
    startup: { pageReady: () => MathJax.startup.defaultPageReady().then(begin) },
};

function begin() {
    document.querySelectorAll(".prose mjx-container:not([display])").forEach(keepWithPunctuation);
    document.querySelectorAll(".prose mjx-container[display]").forEach(narrow);
    document.querySelectorAll(".slide").forEach(fit);
    document.body.classList.remove("measuring");
    Reveal.initialize({
        width: 1920, height: 1080, margin: 0, center: false, hash: true, slideNumber: "c/t",
        transition: "none", backgroundTransition: "none", pdfMaxPagesPerSlide: 1,
    });
}

// No line begins with the comma after a formula.
function keepWithPunctuation(formula) {
    const mark = /^[^\s\w]+/.exec(formula.nextSibling?.nodeType === Node.TEXT_NODE ? formula.nextSibling.data : "");
    if (!mark) return;
    formula.nextSibling.splitText(mark[0].length);
    const together = document.createElement("span");
    together.style.whiteSpace = "nowrap";
    formula.replaceWith(together);
    together.append(formula, together.nextSibling);
}

// A formula cannot be broken: if it is wider than the text, it is set in smaller type.
function narrow(formula) {
    const share = formula.closest(".prose").clientWidth / formula.querySelector("svg").getBoundingClientRect().width;
    if (share < 1) formula.style.fontSize = `${Math.floor(100 * share)}%`;
}

// The first step of size at which the slide holds all it has to show. If there is none, long lines are wrapped.
function fit(slide) {
    const steps = document.body.dataset.steps.split(" ").filter(step => step <= Number(slide.dataset.step));
    for (const last of ["", "wraps"]) {
        if (last) slide.classList.add(last);
        for (const step of steps) {
            slide.style.setProperty("--step", step);
            if (fits(slide)) return slide.querySelectorAll("img").forEach(settle);
        }
    }
    slide.classList.add("scrolls");
}

// A picture takes no more height than it needs, so that a remark under it stands close.
function settle(picture) {
    if (picture.closest(".title")) return;
    picture.style.height = `${scale(picture) * picture.getAttribute("height")}px`;
    for (const part of [picture, picture.closest(".cell")]) part.style.flex = "none";
}

function fits(slide) {
    const cell = slide.querySelector(".cell");
    const parts = [...slide.querySelectorAll(".slide > *, .cell > *, .prose > *, pre, table, mjx-container > svg")];
    return parts.every(part => isInside(part, cell !== part && cell?.contains(part) ? cell : slide))
        && [...slide.querySelectorAll("pre")].every(code => code.scrollWidth <= code.clientWidth + 1)
        && [...slide.querySelectorAll("img")].every(isLarge);
}

// At least a little larger than in the notebook, or half of the slide; the picture beside the title is shown again.
function isLarge(picture) {
    return picture.closest(".title") || scale(picture) >= 1.25 || scale(picture) * picture.getAttribute("height") >= 540;
}

function scale(picture) {
    return Math.min(picture.clientWidth / picture.getAttribute("width"), picture.clientHeight / picture.getAttribute("height"));
}

function isInside(part, whole) {
    const inner = part.getBoundingClientRect(), outer = whole.getBoundingClientRect();
    const style = getComputedStyle(whole);
    return inner.right <= outer.right - parseFloat(style.paddingRight) + 2
        && inner.bottom <= outer.bottom - parseFloat(style.paddingBottom) + 2;
}
