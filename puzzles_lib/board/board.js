// Shows what the kernel describes, and tells the kernel what the player does. It knows no puzzle.
// Everything is built element by element from data; text is only ever text.

const SVG = "http://www.w3.org/2000/svg";
const TAGS = new Set(["path", "rect", "circle", "text"]);

function element(tag, attributes = {}, text = "") {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text) made.textContent = text;
  return made;
}

function shape([tag, attributes, text]) {
  if (!TAGS.has(tag)) throw new Error(`a board is not made of <${tag}>`);
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text) made.textContent = text;
  return made;
}

function nearest(places, from, dx, dy) {
  // the place that lies most in this direction; what lies aside counts double
  let best = from, least = Infinity;
  places.forEach((place, n) => {
    const along = (place.x - places[from].x) * dx + (place.y - places[from].y) * dy;
    const aside = Math.abs((place.x - places[from].x) * dy) + Math.abs((place.y - places[from].y) * dx);
    if (along > 1 && along + 2 * aside < least) [best, least] = [n, along + 2 * aside];
  });
  return best;
}

function clock(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function board(model, root) {
  const places = model.get("places"), rows = model.get("grid_rows");
  const picture = document.createElementNS(SVG, "svg");
  const drawn = document.createElementNS(SVG, "g"), targets = document.createElementNS(SVG, "g");
  const { margin, shapes: numbers } = model.get("rim");
  picture.setAttribute("class", "puzzle-picture");
  drawn.setAttribute("aria-hidden", "true");
  targets.setAttribute("role", rows ? "grid" : "group");
  targets.setAttribute("aria-label", model.get("title"));
  picture.append(drawn, targets);
  root.append(picture);

  const tell = (message) => model.send(message);
  let current = 0;
  const lines = new Map(); // a screen reader wants the cells of a grid in rows
  const parts = places.map((place, n) => {
    const part = shape(place.shape);
    part.setAttribute("class", "puzzle-place");
    part.setAttribute("role", rows ? "gridcell" : "button");
    part.setAttribute("tabindex", n === 0 ? "0" : "-1");
    part.dataset.place = n;
    const row = rows ? place.row : 0;
    if (!lines.has(row)) {
      const line = document.createElementNS(SVG, "g");
      if (rows) line.setAttribute("role", "row");
      lines.set(row, line);
      targets.append(line);
    }
    lines.get(row).append(part);
    return part;
  });
  const focus = (n) => {
    parts[current].setAttribute("tabindex", "-1");
    current = n;
    parts[n].setAttribute("tabindex", "0");
    parts[n].focus({ preventScroll: true });
  };
  const placeOf = (event) => {
    const n = event.target.dataset?.place;
    return n === undefined ? null : Number(n);
  };
  // by Tab, or by a screen reader; on the whole, because an SVG group that listens is a stop for Tab itself
  root.addEventListener("focusin", (event) => {
    const n = placeOf(event);
    if (n !== null && n !== current) focus(n);
  });
  targets.addEventListener("click", (event) => {
    const n = placeOf(event);
    if (n === null) return;
    focus(n);
    tell({ do: "press", place: n, back: event.shiftKey });
  });
  targets.addEventListener("contextmenu", (event) => {
    const n = placeOf(event);
    if (n === null) return;
    event.preventDefault();
    event.stopPropagation(); // else JupyterLab opens its own menu over the board
    focus(n);
    tell({ do: "press", place: n, back: true });
  });
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  targets.addEventListener("keydown", (event) => {
    const command = event.ctrlKey || event.metaKey;
    let done = true;
    if (arrows[event.key]) focus(nearest(places, current, ...arrows[event.key]));
    else if (command && event.key === "z") tell({ do: event.shiftKey ? "redo" : "undo" });
    else if (command && event.key === "y") tell({ do: "redo" });
    else if (command || event.altKey) done = false;
    else if (event.key === "Enter" || event.key === " ") tell({ do: "press", place: current, back: event.shiftKey });
    else if (event.key === "Backspace" || event.key === "Delete") tell({ do: "key", place: current, key: "" });
    else if (event.key === "p") tell({ do: "pencil" });
    else if (event.key === "h") tell({ do: "hint" });
    else if (event.key === "Escape") tell({ do: "let_go" });
    else if (event.key.length === 1) tell({ do: "key", place: current, key: event.key });
    else done = false;
    if (done) {
      event.preventDefault();
      event.stopPropagation(); // else JupyterLab moves between notebook cells
    }
  });

  const show = () => {
    const { width, height, shapes, labels } = model.get("view");
    picture.setAttribute("viewBox", `${-margin} ${-margin} ${width + margin} ${height + margin}`);
    picture.style.width = `${(width + margin) * 1.15}px`;
    drawn.replaceChildren(...[...numbers, ...shapes].map(shape));
    labels.forEach((label, n) => parts[n].setAttribute("aria-label", label));
  };
  model.on("change:view", show);
  show();
  return () => model.off("change:view", show);
}

function neighbour(button) {
  // the button beside this one that can be pressed, the one before if there are two
  const enabled = (other, step) => (other && other.disabled ? enabled(other[step], step) : other);
  return enabled(button, "previousElementSibling") ?? enabled(button, "nextElementSibling");
}

function toolbar(model, root) {
  const bar = element("div", { class: "puzzle-bar", role: "toolbar", "aria-label": "Actions" });
  const buttons = new Map();
  for (const [name, label, help] of model.get("actions")) {
    const button = element("button", { type: "button", title: help, "data-do": name }, label);
    button.addEventListener("click", () => model.send({ do: name }));
    buttons.set(name, button);
    bar.append(button);
  }
  root.append(bar);
  const show = () => {
    const { off, pressed } = model.get("controls"), held = document.activeElement;
    for (const [name, button] of buttons) {
      button.disabled = off.includes(name);
      if (pressed[name] !== undefined) button.setAttribute("aria-pressed", pressed[name]);
    }
    if (bar.contains(held) && held.disabled) neighbour(held)?.focus(); // else the keyboard would be nowhere
  };
  model.on("change:controls", show);
  show();
  return () => model.off("change:controls", show);
}

function switches(model, root) {
  // radio buttons or check boxes with a line of text each: values to enter, or constraint groups
  const box = element("div", { class: "puzzle-switches" });
  const group = `choice-${Math.random()}`; // radio buttons of one name exclude each other, in the whole page
  root.append(box);
  const show = () => {
    const held = document.activeElement?.dataset?.choice;
    box.replaceChildren(...model.get("choices").map(({ label, note, kind, on }, n) => {
      const line = element("label", { class: `puzzle-${kind}` });
      const input = element("input", { type: kind, name: group, "data-choice": n });
      input.checked = on;
      input.addEventListener("change", () => model.send({ do: "choose", choice: n, on: input.checked }));
      line.append(input, element("span", {}, label));
      if (note) line.append(element("small", {}, note));
      return line;
    }));
    if (held !== undefined) box.querySelector(`[data-choice="${held}"]`)?.focus();
  };
  model.on("change:choices", show);
  show();
  return () => model.off("change:choices", show);
}

function words(model, root) {
  const message = element("div", { class: "puzzle-message", role: "status", "aria-live": "polite" });
  const work = element("div", { class: "puzzle-work" });
  const bar = element("progress"), stop = element("button", { type: "button", "data-do": "stop" }, "Stop");
  stop.addEventListener("click", () => model.send({ do: "stop" }));
  work.append(element("span", {}, "Working "), bar, stop);
  root.append(message, work);
  const show = () => {
    const { tone, lines } = model.get("message");
    message.className = `puzzle-message puzzle-${tone}`;
    message.replaceChildren(...lines.map((line) => element("p", {}, line)));
  };
  const showWork = () => {
    const { busy, done, total } = model.get("work"), held = document.activeElement;
    work.hidden = !busy;
    if (held === stop && !busy) root.parentElement.querySelector('[tabindex="0"]')?.focus();
    if (total) [bar.max, bar.value] = [total, done];
    else bar.removeAttribute("value");
  };
  model.on("change:message", show);
  model.on("change:work", showWork);
  show();
  showWork();
  return () => { model.off("change:message", show); model.off("change:work", showWork); };
}

function about(model, root) {
  const { facts, rules } = model.get("about");
  root.append(element("div", { class: "puzzle-title" }, model.get("title")));
  for (const fact of facts) root.append(element("div", { class: "puzzle-fact" }, fact));
  const box = element("details"), list = element("ul");
  list.append(...rules.map((rule) => element("li", {}, rule)));
  box.append(element("summary", {}, "Rules and keys"), list);
  root.append(box);
}

function timer(model, root) {
  const box = element("div", { class: "puzzle-time" });
  const time = element("span", { "aria-label": "time" }, "0:00");
  const hide = element("button", { type: "button", "data-do": "time" }, "Hide time");
  box.append(time, hide);
  root.append(box);
  hide.addEventListener("click", () => {
    time.hidden = !time.hidden;
    hide.textContent = time.hidden ? "Show time" : "Hide time";
  });
  let seconds = 0;
  const tick = setInterval(() => {
    if (!model.get("started") || model.get("message").tone === "done") return;
    seconds += 1;
    time.textContent = clock(seconds);
  }, 1000);
  return () => clearInterval(tick);
}

function render({ model, el }) {
  const root = element("div", { class: model.get("stacked") ? "puzzle-board puzzle-stacked" : "puzzle-board" });
  const beside = element("div", { class: "puzzle-beside" });
  const ends = [board(model, root)];
  root.append(beside);
  about(model, beside);
  // texts of changing length come late: the buttons stay where they are, under the mouse
  const parts = model.get("timed") ? [toolbar, switches, words, timer] : [toolbar, words, switches];
  parts.forEach((part) => ends.push(part(model, beside)));
  root.addEventListener("keydown", (event) => { // to JupyterLab a "b" means a new cell, "d d" deletes this one
    if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
  });
  el.append(root);
  return () => ends.forEach((end) => end());
}

export default { render };
