// The tap page. It keeps the marks (and what was done to them) in this browser; the server judges
// a whole sheet at every change and keeps nothing. The parts, from top to bottom: words, the game
// and its history, the server, the views of the players, marks, the pad, results, files, start.
// The table of Cascadia, which has hexagons instead of a sheet, is in board.js.
"use strict";

const TARGET = 44; // px: the least width of a hexagon on the screen
const LARGEST = 1.8; // px for a point: as large as a sheet becomes by itself
const WHOLE = "whole"; // a zoom: all of the sheet is seen, also when the window or the board changes
const STEPS = 60; // so many steps can be undone
const STORE = "cascadia-print/tap/1/";
const SVG = "http://www.w3.org/2000/svg";

const find = (selector, root = document) => root.querySelector(selector);
const findAll = (selector, root = document) => [...root.querySelectorAll(selector)];
const language = document.documentElement.lang;

let common = { words: {} }; // what all sheets share, see /start
const sheets = new Map(); // ref -> sheet, see /sheets/
const game = { ref: "", players: [], table: {}, active: 0, past: [], future: [], answer: null };
let views = [];

// -- words ---

/** A sentence with its values: {name} stands for a value, {n:point|points} for a number of them. */
function say(key, values = {}) {
  const text = common.words[key] ?? key;
  return text.replace(/\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g, (field, name, one, many) => {
    const value = values[name] ?? field;
    return one === undefined ? value : `${value} ${value === 1 ? one : many}`;
  });
}

function element(name, values = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(values)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...inside);
  return made;
}

function drawing(name, values = {}, ...inside) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(values)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

function icon(name) {
  return drawing(
    "svg",
    { viewBox: `0 0 ${common.grid} ${common.grid}`, class: "icon", "aria-hidden": "true" },
    drawing("path", { d: common.icons[name], "fill-rule": "evenodd" }),
  );
}

/** Say in the bar below what was done; screen readers say it too. */
function tell(text) {
  find("#said").textContent = text;
}

function notice(text, detail = "") {
  const box = find("#notice");
  find("p", box).textContent = text;
  find("pre", box).textContent = detail;
  find("pre", box).hidden = !detail;
  box.hidden = !text;
  if (text) box.scrollIntoView({ block: "nearest" });
}

// -- the game and its history ---

function blank(ref) {
  if (onTable(ref)) return blankEnvironment(ref);
  return {
    sheet: ref,
    player: "",
    spaces: {},
    picks: [],
    tally: {},
    claims: {},
    recorded: false,
    left: [],
    more: [],
  };
}

/** Whether nothing is said of a player but by which sheet he plays. */
function isBlank({ sheet, format, ...said }) {
  const empty = (value) => !value || (typeof value === "object" && Object.keys(value).length === 0);
  return Object.values(said).every(empty);
}

const snapshot = () => JSON.stringify({ players: game.players, table: game.table, active: game.active });

function restore(text) {
  const { players, table, active } = JSON.parse(text);
  game.players = players;
  game.table = table ?? {};
  game.active = Math.min(active, players.length - 1);
}

/** One step that can be undone. Steps with the same `merge`, as letters of a name, become one. */
function change(said, edit, { merge = "", at = "" } = {}) {
  const before = snapshot();
  edit();
  if (snapshot() === before) return;
  const last = game.past.at(-1);
  if (merge && last?.merge === merge && !game.future.length) last.said = said;
  else game.past.push({ said, before, merge, at, player: game.active });
  game.past = game.past.slice(-STEPS);
  game.future = [];
  changed(said);
}

function changed(said) {
  save();
  draw();
  tell(said);
  ask();
}

function endMerge() {
  const last = game.past.at(-1);
  if (last) last.merge = "";
}

function undo() {
  const step = game.past.pop();
  if (!step) return;
  game.future.push({ ...step, after: snapshot() });
  restore(step.before);
  changed(say("undone", { what: step.said }));
  flash(step);
}

function redo() {
  const step = game.future.pop();
  if (!step) return;
  const { after, ...done } = step;
  game.past.push(done);
  restore(after);
  changed(say("redone", { what: step.said }));
  flash(step);
}

let unkept = false;

/** Keep the game in this browser, for want of room without its history; tell once if it cannot. */
function save() {
  const { ref, players, table, active, past, future } = game;
  const keep = (history) => {
    try {
      localStorage.setItem(STORE + ref, JSON.stringify({ players, table, active, ...history }));
      for (const keeps of [sessionStorage, localStorage]) keeps.setItem(STORE + "sheet", ref);
      return true;
    } catch {
      return false;
    }
  };
  const was = unkept;
  unkept = !keep({ past, future }) && !keep({});
  if (unkept && !was) notice(say("trouble.unsaved"));
}

/** What this browser keeps of the game on a sheet; null for nothing that can be read. */
function kept(ref) {
  try {
    const found = JSON.parse(localStorage.getItem(STORE + ref));
    return found?.players?.length && found.players.every((player) => player?.sheet) ? found : null;
  } catch {
    return null;
  }
}

/** Take up the game that is kept, or a new one; false if another sheet was chosen meanwhile. */
async function load(ref) {
  const used = [ref, ...(kept(ref)?.players ?? []).map((player) => player.sheet)];
  const offered = (each) => common.sheets.some((sheet) => sheet.ref === each);
  await Promise.all([...new Set(used)].filter(offered).map(fetchSheet));
  if (find("#sheet").value !== ref) return false;
  const found = kept(ref); // once more: another tab may have gone on
  const state = found?.players.every(({ sheet }) => sheets.has(sheet)) ? found : { players: [blank(ref)] };
  closePads();
  Object.assign(game, { ref, answer: null, table: {}, active: 0, past: [], future: [] }, state);
  return true;
}

// -- the server ---

let asking = null;
let newer = false;

/** Have the whole game judged; while that lasts, further changes wait for one more question. */
function ask() {
  newer = true;
  document.body.dataset.judged = "no";
  asking ??= (async () => {
    while (newer) {
      newer = false;
      const { ref } = game;
      const [path, said] = onTable(ref)
        ? ["audit", environmentFile()]
        : ["tapped", { ...game.table, players: game.players }];
      let answer;
      try {
        answer = await post(path, JSON.stringify(said));
      } catch (error) {
        unjudged(error);
        continue;
      }
      if (newer || ref !== game.ref) continue;
      game.answer = answer;
      document.body.dataset.judged = "yes";
      unjudged(null);
      draw();
      speak();
    }
  })().finally(() => {
    asking = null;
  });
  return asking;
}

class Refused extends Error {}

async function post(path, body) {
  const response = await fetch(`${path}${path.includes("?") ? "&" : "?"}lang=${language}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
  });
  if (response.ok) return response.json();
  if (response.status === 503) throw new Error("busy"); // too many at once: ask again later
  const json = response.headers.get("Content-Type")?.startsWith("application/json");
  throw new Refused(json ? (await response.json()).text : await response.text());
}

let trouble = null; // why the numbers that are shown are older than the marks
let waiting = 0;

/** Tell why there are no new numbers, once; if nobody answered, ask again. null: there are. */
function unjudged(error) {
  const was = trouble?.text;
  const refused = error instanceof Refused;
  trouble = error && {
    text: say(refused ? "trouble.refused" : "trouble.offline"),
    detail: refused ? error.message : "",
  };
  document.body.classList.toggle("stale", Boolean(trouble));
  clearTimeout(waiting);
  if (trouble && !refused) waiting = setTimeout(ask, 1500);
  if (trouble ? refused || trouble.text !== was : was) notice(trouble?.text ?? "", trouble?.detail);
}

/** What a screen reader says once the numbers are there. */
function speak() {
  const k = game.active;
  const answer = game.answer?.players[k];
  const report = game.answer?.report.sheets[k];
  if (!answer) return;
  find("#spoken").textContent = [
    nameOf(k),
    `${answer.total.label}: ${answer.shown}`,
    ...chips(answer, report).map((chip) => chip.text),
  ].join(". ");
}

// -- the views of the players ---

class View {
  constructor(k) {
    this.k = k;
    this.sheet = sheets.get(game.players[k].sheet);
    this.zoom = 0; // pixels for a point; 0: as there is room, but never too small to be hit
    this.single = false;
    this.root = find("#player").content.firstElementChild.cloneNode(true);
    this.build();
  }

  get state() {
    return game.players[this.k];
  }
  get answer() {
    return game.answer?.players[this.k];
  }
  get report() {
    return game.answer?.report.sheets[this.k];
  }

  build() {
    const { root, sheet } = this;
    root.setAttribute("aria-label", say("player.of", { n: this.k + 1 }));
    this.name = find(".name input", root);
    this.name.addEventListener("input", () => {
      this.choose();
      change(
        say("did.name", { name: this.name.value }),
        () => {
          this.state.player = this.name.value;
        },
        { merge: `name ${this.k}` },
      );
    });
    this.name.addEventListener("change", endMerge);
    find(".remove", root).addEventListener("click", () => removePlayer(this.k));
    find(".single", root).hidden = !sheet.spaces.some((space) => space.row);
    find(".single input", root).addEventListener("change", (event) => {
      this.single = event.target.checked;
    });
    find(".smaller", root).addEventListener("click", () => this.resize(this.scale / 1.25));
    find(".larger", root).addEventListener("click", () => this.resize(this.scale * 1.25));
    find(".whole", root).addEventListener("click", () => {
      this.zoom = WHOLE;
      this.fit();
    });
    root.addEventListener("focusin", () => this.choose());
    root.addEventListener("pointerdown", () => this.choose());
    this.paper = find(".paper", root);
    this.buildSheet();
    this.buildTally();
    this.buildLines();
    find(".bonuses", root).addEventListener("toggle", () => drawSwitches(this));
    new ResizeObserver(() => this.fit()).observe(this.paper);
  }

  choose() {
    if (game.active === this.k) return;
    game.active = this.k;
    save();
    drawFrame();
  }

  // The sheet ---

  buildSheet() {
    const { sheet } = this;
    const parsed = new DOMParser().parseFromString(sheet.svg, "image/svg+xml").documentElement;
    this.svg = document.importNode(parsed, true);
    for (const named of findAll("[id]", this.svg)) named.removeAttribute("id");
    this.svg.setAttribute("role", "application");
    this.svg.setAttribute("aria-label", say("sheet.label", { name: sheet.title, ref: sheet.ref }));
    this.ink = find(".ink", this.svg);
    this.spots = new Map();
    const add = (kind, place) => {
      const group = find(`[data-kind="${kind}"][data-id="${CSS.escape(place.id)}"]`, this.svg);
      if (!group || !place.at) return;
      group.classList.add("spot");
      group.setAttribute("role", "button");
      group.setAttribute("tabindex", "-1");
      if (kind !== "space") group.append(outer(place));
      this.spots.set(`${kind} ${place.id}`, { kind, place, group });
    };
    for (const space of sheet.spaces) add("space", space);
    for (const offer of sheet.offers) if (offer.kind !== "space") add(offer.kind, offer);
    for (const line of sheet.lines) add(line.id === "total" ? "total" : "line", line);
    for (const kind of ["space", "bonus", "box", "line"]) {
      const first = [...this.spots.values()].find((spot) => spot.kind === kind);
      first?.group.setAttribute("tabindex", "0");
    }
    this.outlines = new Map(findAll("[data-outline]", this.svg).map((g) => [g.dataset.outline, g]));
    this.stencils = new Map(findAll("[data-stencil]", this.svg).map((g) => [g.dataset.stencil, g]));
    this.signs = drawing("g", { class: "signs" });
    this.ink.append(this.signs);
    this.showPicture();
  }

  /** Put the picture on the paper, what is drawn over it on top, and listen to it. */
  showPicture() {
    this.badges = drawing("g", { class: "badges" });
    this.ring = drawing("rect", { class: "ring", rx: 4 });
    this.svg.append(this.badges, this.ring);
    this.svg.addEventListener("click", (event) => this.clicked(event));
    this.svg.addEventListener("keydown", (event) => this.pressed(event));
    this.svg.addEventListener("focusin", (event) => this.focused(event));
    this.svg.addEventListener("focusout", () => this.ring.classList.remove("on"));
    this.paper.replaceChildren(this.svg);
  }

  get room() {
    return this.paper.clientWidth;
  }
  get width() {
    return this.sheet.width;
  }
  get scale() {
    return this.svg.getBoundingClientRect().width / this.width;
  }

  /** Between these a sheet is as large as there is room, by itself: hexagons can be hit. */
  get scales() {
    const hexagons = this.sheet.spaces.filter((space) => !space.box);
    return [TARGET / Math.min(...hexagons.map((space) => Math.min(...space.size))), LARGEST];
  }

  fit() {
    if (!this.room) return;
    const whole = this.room / this.width;
    const [least, most] = this.scales;
    const scale = this.zoom === WHOLE ? whole : this.zoom || Math.max(least, Math.min(whole, most));
    this.svg.style.width = `${(scale * this.width).toFixed(1)}px`;
  }

  resize(scale) {
    const { paper } = this;
    const middle = (paper.scrollLeft + paper.clientWidth / 2) / paper.scrollWidth;
    this.zoom = Math.min(6, Math.max(0.5, scale));
    this.fit();
    paper.scrollLeft = middle * paper.scrollWidth - paper.clientWidth / 2;
  }

  spotOf(target) {
    const group = target.closest?.(".spot");
    return group && this.spots.get(`${group.dataset.kind} ${group.dataset.id}`);
  }

  /** What a tap beside all places means: the nearest one, as far as a finger is wide. */
  near({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const far = ({ place: { at, size } }) => {
      const [dx, dy] = [Math.abs(x - at[0]), Math.abs(y - at[1])];
      const reach = TARGET / 2 / this.scale;
      const within = dx <= Math.max(reach, size[0] / 2) && dy <= Math.max(reach, size[1] / 2);
      return within ? Math.hypot(Math.max(0, dx - size[0] / 2), Math.max(0, dy - size[1] / 2)) : Infinity;
    };
    const best = [...this.spots.values()].reduce((a, b) => (far(b) < far(a) ? b : a));
    return far(best) < Infinity ? best : null;
  }

  clicked(event) {
    const spot = this.spotOf(event.target) ?? this.near(event);
    if (!spot) return;
    this.focus(spot);
    this.tap(spot);
  }

  focus(spot) {
    for (const other of this.spots.values()) {
      if (other.kind === spot.kind) other.group.setAttribute("tabindex", "-1");
    }
    spot.group.setAttribute("tabindex", "0");
    spot.group.focus({ preventScroll: true });
  }

  focused(event) {
    const spot = this.spotOf(event.target);
    if (!spot) return;
    const {
      at: [x, y],
      size: [wide, high],
    } = spot.place;
    for (const [key, value] of Object.entries({
      x: x - wide / 2 - 1.5,
      y: y - high / 2 - 1.5,
      width: wide + 3,
      height: high + 3,
    })) {
      this.ring.setAttribute(key, value);
    }
    this.ring.classList.toggle("on", event.target.matches(":focus-visible"));
  }

  pressed(event) {
    const spot = this.spotOf(event.target);
    if (!spot || event.ctrlKey || event.metaKey || event.altKey) return;
    const ways = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
    if (ways[event.key]) {
      const next = this.towards(spot, ways[event.key]);
      if (next) {
        this.focus(next);
        next.group.scrollIntoView({ block: "nearest", inline: "nearest" });
      }
    } else if (event.key === "Enter" || event.key === " ") {
      this.tap(spot);
    } else if (!this.typed(spot, event.key)) {
      return;
    }
    event.preventDefault();
  }

  /** The next place of the same kind in a direction: near, and straight ahead rather than aside. */
  towards(spot, [dx, dy]) {
    const cost = ({
      place: {
        at: [x, y],
      },
    }) => {
      const [a, b] = [x - spot.place.at[0], y - spot.place.at[1]];
      const [along, aside] = [a * dx + b * dy, Math.abs(a * dy) + Math.abs(b * dx)];
      return along < 1 || aside > 2.5 * along ? Infinity : along + 2 * aside;
    };
    const group = (kind) => (kind === "total" ? "line" : kind);
    const others = [...this.spots.values()].filter((o) => group(o.kind) === group(spot.kind));
    const best = others.reduce((a, b) => (cost(b) < cost(a) ? b : a));
    return cost(best) < Infinity ? best : null;
  }

  /** What a key writes at a place; false for a key that means nothing there. */
  typed(spot, key) {
    const { place } = spot;
    const empty = key === "Backspace" || key === "Delete";
    if (spot.kind === "line" || spot.kind === "total") {
      if (!empty && !/^[0-9]$/.test(key)) return false;
      if (empty) this.claim(place, null);
      else linePad(this, place, key);
      return true;
    }
    if (spot.kind !== "space" || place.start) return false;
    if (empty) {
      this.mark(place, null);
    } else if (this.writes(place) === "number" && /^[0-9]$/.test(key)) {
      if (this.sheet.numbers[1] > 9) numberPad(this, place, key);
      else this.mark(place, Number(key));
    } else if (this.writes(place) === "wildlife") {
      const animal = this.letters()[key.toUpperCase()];
      if (!animal) return false;
      this.mark(place, animal);
    } else if (place.habitats.length > 1 && place.habitats.includes(common.habitats[key.toUpperCase()]?.id)) {
      this.mark(place, common.habitats[key.toUpperCase()].id);
    } else {
      return false;
    }
    return true;
  }

  letters() {
    return common.letters[this.state.language || language] ?? common.letters.en;
  }

  /** "number", "wildlife" or "outline": what stands in a space. */
  writes(space) {
    return space.box || (space.overflow && this.sheet.write === "wildlife") ? "outline" : this.sheet.write;
  }

  // Marks ---

  /** What stands in the hexagons: as entered, or, where nothing is, by the log of the game. */
  marks() {
    return this.state.spaces ?? this.answer?.logged.marks ?? {};
  }

  value(space) {
    const value = this.marks()[space.id];
    return value === false || value === undefined ? null : value;
  }

  tap(spot) {
    this.choose();
    const { kind, place } = spot;
    if (kind === "line" || kind === "total") return linePad(this, place);
    if (kind !== "space") return this.tapOffer(place);
    if (place.start) return tell(say("did.start"));
    if (place.row && !this.single) return this.fillRow(place);
    const writes = this.writes(place);
    if (writes === "number") return numberPad(this, place);
    if (writes === "wildlife") return animalPad(this, place);
    if (place.habitats.length > 1 && this.asksHabitat(place)) return habitatPad(this, place);
    return this.mark(place, this.value(place) === null ? true : null);
  }

  /** Whether it matters for which of its two habitats a split hexagon is outlined. */
  asksHabitat(space) {
    return space.points > 0 || this.report?.rulings["split-completes"] === "named";
  }

  /** Write `value` into a space; null makes it open again. */
  mark(space, value) {
    const said = value === null ? "did.cleared" : "did.marked";
    change(
      say(said, { at: space.id, what: this.valueWords(space, value) }),
      () => {
        this.state.spaces ??= { ...this.marks() };
        if (value === null) delete this.state.spaces[space.id];
        else this.state.spaces[space.id] = value;
      },
      { at: `space ${space.id}` },
    );
  }

  /** A row is filled from the left: up to here, or, where the tap hits the last mark, one less. */
  fillRow(space) {
    const row = this.sheet.spaces.filter((other) => other.row === space.row);
    const marked = row.map((other) => this.value(other) !== null);
    const here = row.indexOf(space);
    const last = marked[here] && !marked.slice(here + 1).includes(true);
    const count = last ? here : here + 1;
    change(
      say("did.row", { row: space.rowName, n: count }),
      () => {
        this.state.spaces ??= { ...this.marks() };
        row.forEach((other, k) => {
          if (k >= count) delete this.state.spaces[other.id];
          else if (!last) this.state.spaces[other.id] ??= true;
        });
      },
      { at: `space ${space.id}` },
    );
  }

  valueWords(space, value) {
    if (value === null) return say("state.open");
    if (value === true) return say(space.box ? "state.used" : "state.outlined");
    const animal = common.animals.find((a) => a.id === value);
    const habitat = Object.values(common.habitats).find((h) => h.id === value);
    return habitat ? say("state.outlined-for", { habitat: habitat.name }) : (animal?.name ?? String(value));
  }

  /** What the player writes for a value: "" for an outline. */
  sign(space, value) {
    if (value === true || space.habitats.includes(value)) return "";
    return letterOf(value, this.letters()) ?? String(value);
  }

  // Circles, crosses and choices ---

  tapOffer(offer) {
    if (offer.group) return this.pick(offer);
    if (offer.sides.length) return sidePad(this, offer);
    if (offer.inked || (offer.kind === "box" && !this.isEarned(offer.id)))
      return this.toggle(offer, partsOf(offer));
    return tell(say("did.follows", { at: offer.id }));
  }

  isEarned(id) {
    return this.answer?.earned.includes(id) ?? false;
  }

  pick(offer) {
    const { picks, left } = this.state;
    const is = picks.includes(offer.id) && !left.includes(offer.id);
    change(
      say(is ? "did.unpicked" : "did.picked", { at: offer.id, what: offer.gives }),
      () => {
        this.state.picks = is ? picks.filter((id) => id !== offer.id) : [...new Set([...picks, offer.id])];
        this.state.left = left.filter((id) => id !== offer.id);
      },
      { at: `box ${offer.id}` },
    );
  }

  chooseSide(offer, word) {
    const others = this.state.picks.filter((pick) => !pick.startsWith(`${offer.id}=`));
    const side = offer.sides.find((s) => s.word === word)?.label ?? say("pad.none");
    const said =
      word === null ? say("did.unchosen", { at: offer.id }) : say("did.picked", { at: offer.id, what: side });
    change(
      said,
      () => {
        this.state.picks = word === null ? others : [...others, `${offer.id}=${word}`];
        this.state.left = this.state.left.filter((id) => id.split("=")[0] !== offer.id);
      },
      { at: `${offer.kind} ${offer.id}` },
    );
  }

  /** Which parts of an offer are circled or crossed off on the paper. */
  taken(offer) {
    const parts = partsOf(offer);
    const named = this.isEarned(offer.id) ? this.state.left : this.state.more;
    const listed = named.includes(offer.id) ? parts : parts.filter((part) => named.includes(part));
    return this.isEarned(offer.id) ? parts.filter((part) => !listed.includes(part)) : listed;
  }

  /** Circle what is not circled of these parts of an offer, or erase what is. */
  toggle(offer, parts) {
    const have = this.taken(offer);
    const erase = parts.every((part) => have.includes(part));
    const now = partsOf(offer).filter((part) => (parts.includes(part) ? !erase : have.includes(part)));
    const earned = this.isEarned(offer.id);
    const listed = earned ? partsOf(offer).filter((part) => !now.includes(part)) : now;
    const named = listed.length === partsOf(offer).length ? [offer.id] : listed;
    change(
      say(erase ? "did.erased" : "did.circled", { at: offer.id }),
      () => {
        const others = (ids) => ids.filter((id) => id !== offer.id && !partsOf(offer).includes(id));
        this.state.left = [...others(this.state.left), ...(earned ? named : [])];
        this.state.more = [...others(this.state.more), ...(earned ? [] : named)];
      },
      { at: `${offer.kind} ${offer.id}` },
    );
  }

  // Numbers ---

  /** What is written in a score line: a number, the numbers of a sum, or null for nothing. */
  claim(line, value, merge = "") {
    const shown = value === null ? say("state.nothing") : sum(value);
    change(
      say("did.claim", { line: line.label, n: shown }),
      () => {
        if (value === null) delete this.state.claims?.[line.id];
        else (this.state.claims ??= {})[line.id] = value;
      },
      { merge, at: spotName(line) },
    );
  }

  buildTally() {
    const fields = find(".tally .fields", this.root);
    this.tally = new Map();
    for (const { id, name } of common.tally) {
      const input = this.tallyField(id, name, "-?[0-9]{1,4}", 4, (n) => {
        this.state.tally ??= {};
        if (n === null) delete this.state.tally[id];
        else this.state.tally[id] = n;
      });
      fields.append(element("label", {}, icon(id), element("span", {}, name), input));
      this.tally.set(id, input);
    }
  }

  /** A field for what is left; `write(n)` puts it into the state at every key, null for nothing. */
  tallyField(id, name, pattern, maxLength, write) {
    const whole = new RegExp(`^${pattern}$`);
    const input = element("input", {
      ...{ type: "text", inputMode: "numeric", pattern, maxLength, autocomplete: "off" },
      "data-tally": id,
    });
    input.addEventListener("input", () => {
      const text = input.value.trim();
      const n = text !== "" && whole.test(text) ? Number(text) : null;
      input.setAttribute("aria-invalid", String(n === null && text !== ""));
      const said = say("did.tally", { name, n: n ?? say("state.nothing") });
      change(said, () => write(n), { merge: `tally ${this.k} ${id}` });
    });
    input.addEventListener("change", endMerge);
    return input;
  }

  buildLines() {
    this.claims = new Map();
    const body = find(".lines tbody", this.root);
    for (const line of this.sheet.lines) {
      const input = element("input", {
        type: "text",
        inputMode: "numeric",
        pattern: "[0-9]+(\\+[0-9]+)*",
        maxLength: 60,
        autocomplete: "off",
        "aria-label": say("lines.input", { line: line.label }),
        "data-claim": line.id,
      });
      input.addEventListener("input", () => {
        const value = numbers(input.value);
        input.setAttribute("aria-invalid", String(value === undefined));
        this.claim(line, value ?? null, `claim ${this.k} ${line.id}`);
      });
      input.addEventListener("change", endMerge);
      const right = element("td", { className: "right" });
      const row = element(
        "tr",
        { className: line.id === "total" ? "sum" : "" },
        element("th", { scope: "row" }, line.label),
        element("td", {}, input),
        right,
      );
      body.append(row);
      this.claims.set(line.id, { input, right, row });
    }
  }

  // Drawing ---

  draw() {
    const { state } = this;
    this.root.classList.toggle("active", this.k === game.active);
    find(".remove", this.root).hidden = game.players.length < 2;
    put(this.name, state.player ?? "");
    this.drawMarks();
    this.drawOffers();
    this.drawLines();
    this.drawBadges();
    for (const [id, input] of this.tally) {
      put(input, state.tally?.[id] ?? "");
      input.placeholder = this.answer?.logged.tally[id] ?? "";
    }
    drawResult(this);
  }

  drawMarks() {
    this.signs.replaceChildren(...this.signature());
    const closed = new Set(this.answer?.closed);
    for (const space of this.sheet.spaces) {
      const value = this.value(space);
      const sign = value === null ? "" : this.sign(space, value);
      const outlined = value !== null && (sign === "" || space.box);
      this.outlines.get(space.id)?.classList.toggle("on", outlined);
      this.outlines
        .get(space.id)
        ?.classList.toggle("closed", value === null && !space.start && closed.has(space.id));
      for (const habitat of space.habitats) {
        this.outlines.get(`${space.id}=${habitat}`)?.classList.toggle("on", outlined && value === habitat);
      }
      if (sign && !space.box) this.signs.append(byHand(sign, space.at, space.sign));
      const { group } = this.spots.get(`space ${space.id}`);
      const shown = space.start
        ? ""
        : value === null && closed.has(space.id)
          ? say("state.closed")
          : this.valueWords(space, value);
      label(group, [space.label, shown], space.start || value !== null);
    }
  }

  signature() {
    const name = this.state.player;
    if (!name || !this.sheet.name) return [];
    const [x, y, room] = this.sheet.name;
    const size = Math.min(11, (1.5 * room) / name.length);
    return [drawing("text", { x, y, "font-size": size, class: "signature" }, name)];
  }

  drawOffers() {
    const drawn = new Set(this.answer?.drawn);
    for (const [name, group] of this.stencils) group.classList.toggle("on", drawn.has(name));
    for (const offer of this.sheet.offers) {
      const spot = this.spots.get(`${offer.kind} ${offer.id}`);
      if (!spot || offer.kind === "space") continue;
      const { words, classes, on } = this.offerState(offer);
      for (const name of ["earned", "open", "left", "extra"])
        spot.group.classList.toggle(name, classes.includes(name));
      spot.group.classList.toggle("unearned", !classes.length);
      label(spot.group, [offer.label, words], on);
    }
  }

  /** How an offer stands: in words, as classes, and whether it is circled or crossed off. */
  offerState(offer) {
    const earned = this.isEarned(offer.id);
    const { left, picks } = this.state;
    if (picks.some((id) => id.split("=")[0] === offer.id && left.includes(id))) {
      return { words: say("state.left"), classes: ["earned", "left"], on: false };
    }
    if (offer.group) {
      const choice = this.answer?.choices[offer.group];
      if (picks.includes(offer.id)) {
        const over = choice && choice.said.length > choice.capacity;
        return { words: say("state.picked"), classes: over ? ["extra"] : ["earned"], on: true };
      }
      const open = choice && choice.capacity > choice.said.length && !choice.none;
      return {
        words: say(open ? "state.choosable" : "state.unearned"),
        classes: open ? ["open"] : [],
        on: false,
      };
    }
    if (offer.sides.length) {
      const pick = picks.find((id) => id.startsWith(`${offer.id}=`));
      const side = offer.sides.find((s) => pick === `${offer.id}=${s.word}`);
      const words = side
        ? say("state.chosen", { what: side.label })
        : pick
          ? say("state.left")
          : say(earned ? "state.choosable" : "state.unearned");
      const classes = earned ? [side || pick ? "earned" : "open"] : side ? ["extra"] : [];
      return { words, classes, on: Boolean(side) };
    }
    const parts = partsOf(offer);
    const taken = this.taken(offer);
    if (earned && offer.inked && taken.length < parts.length) {
      return {
        words: say(taken.length ? "state.left-in-part" : "state.left"),
        classes: ["earned", "left"],
        on: taken.length > 0,
      };
    }
    if (!earned && taken.length) return { words: say("state.extra"), classes: ["extra"], on: true };
    return {
      words: say(earned ? "state.earned" : "state.unearned"),
      classes: earned ? ["earned"] : [],
      on: earned,
    };
  }

  drawLines() {
    for (const line of this.sheet.lines) {
      const spot = this.spots.get(spotName(line));
      const { input, right, row } = this.claims.get(line.id);
      const mine = this.state.claims?.[line.id] ?? null;
      const judged =
        line.id === "total" ? this.report?.total : this.report?.lines.find((l) => l.id === line.id);
      const number = rightNumber(judged);
      const [low, most] = rightRange(judged);
      const fits = mine !== null && low !== null && low <= total(mine) && total(mine) <= most;
      const wrong = mine !== null && low !== null && !fits;
      put(input, mine === null ? "" : sum(mine));
      right.textContent = number === "" ? "–" : number;
      row.classList.toggle("wrong", wrong);
      if (!spot) continue;
      const {
        at: [x, y],
        size: [wide, high],
      } = line;
      const shown = mine === null ? "" : String(total(mine));
      if (shown)
        this.signs.append(byHand(shown, [x - (number ? wide * 0.14 : 0), y], [high * 0.56, wide * 0.55]));
      const [end, foot] = [x + wide / 2 - 2.5, y + high / 2 - 3];
      if (fits && low === most && this.report.level !== "L1") {
        this.signs.append(drawing("path", { class: "tick", d: `M${end - 6} ${foot - 2.5}l2.2 2.3l3.8 -4.6` }));
      } else if (number) {
        const place = shown
          ? { x: end, y: foot, "text-anchor": "end", "font-size": number.length > 2 ? 5.5 : 7 }
          : { x, y: y + 3.4, "text-anchor": "middle", "font-size": 9.5 };
        this.signs.append(drawing("text", { ...place, class: `printed${wrong ? " wrong" : ""}` }, number));
      }
      label(
        spot.group,
        [
          line.label,
          say("state.mine", { n: mine === null ? say("state.nothing") : sum(mine) }),
          number && say("state.right", { n: number }),
        ],
        null,
      );
    }
  }

  /** Rings around what findings are about, and around what was missed. */
  drawBadges() {
    const rings = [];
    const add = (at, name) => {
      const places = this.placesOf(at).map((spot) => spot.place);
      if (!places.length) return;
      const edges = (k, sign) => places.map(({ at: middle, size }) => middle[k] + (sign * size[k]) / 2);
      const [x, y] = [Math.min(...edges(0, -1)) - 1, Math.min(...edges(1, -1)) - 1];
      const [width, height] = [Math.max(...edges(0, 1)) + 1 - x, Math.max(...edges(1, 1)) + 1 - y];
      rings.push(drawing("rect", { x, y, width, height, rx: 5, class: name }));
    };
    for (const missed of this.report?.missed ?? []) add(missed.at, "missed");
    for (const finding of (this.report?.findings ?? []).flatMap(inside)) {
      const kinds = { "cannot-tell": "question", illegal: "wrong" };
      if (kinds[finding.kind]) add(finding.at, kinds[finding.kind]);
    }
    this.badges.replaceChildren(...rings);
  }

  /** The places on the sheet that a finding names: one, or those of an area, a row, a column. */
  placesOf(at) {
    const named = [...this.spots.values()].filter((spot) => spot.place.id === at);
    if (named.length) return named.slice(0, 1);
    return [...this.spots.values()].filter(
      (spot) =>
        spot.place.group === at || (spot.kind === "space" && spot.place.id.replace(/\.?\d+$/, "") === at),
    );
  }

  /** Show a place on the sheet. */
  show(at) {
    const [first] = this.placesOf(at);
    if (!first) return;
    first.group.scrollIntoView({ block: "center", inline: "center", behavior: "smooth" });
    this.focus(first);
    blink(first.group);
  }
}

/** The whole of a place, to be hit between its signs too. */
function outer({ at: [x, y], size: [wide, high] }) {
  return drawing("rect", { class: "hit", x: x - wide / 2, y: y - high / 2, width: wide, height: high });
}

/** The letter of an animal in an alphabet; undefined for what is no animal. */
const letterOf = (animal, letters) => Object.keys(letters).find((letter) => letters[letter] === animal);
const spotName = ({ id }) => `${id === "total" ? "total" : "line"} ${id}`;
const partsOf = (offer) => (offer.parts.length ? offer.parts.map((part) => part.id) : [offer.id]);

/** A finding and all that follows from it. */
const inside = (finding) => [finding, ...finding.consequences.flatMap(inside)];

function label(group, parts, pressed) {
  const text = parts.filter(Boolean).join(", ");
  if (group.getAttribute("aria-label") !== text) group.setAttribute("aria-label", text);
  if (pressed !== null) group.setAttribute("aria-pressed", String(Boolean(pressed)));
}

/** The value of a field, but not in the place of what is half typed and cannot be read yet. */
function put(input, value) {
  if (value === "" && input.getAttribute("aria-invalid") === "true") return;
  if (document.activeElement === input && input.value.trim() === String(value)) return;
  if (input.value !== String(value)) input.value = value;
  input.setAttribute("aria-invalid", "false");
}

/** Signs as written with a pen, around a point; a sign that no hand here can write is set in type. */
function byHand(text, [x, y], [high, wide]) {
  const { hand, strokes } = common;
  if (![...text].every((sign) => strokes[sign])) {
    const size = Math.min(high * 1.3, (1.4 * wide) / text.length);
    return drawing(
      "text",
      { x, y: y + size * 0.36, "font-size": size, "text-anchor": "middle", class: "signature" },
      text,
    );
  }
  const units = hand.step * (text.length - 1) + hand.wide;
  const scale = Math.min(high / hand.high, wide / units);
  const left = x - (units / 2 + (hand.lean * hand.high) / 2) * scale;
  const group = drawing("g", {
    class: "hand",
    transform: `translate(${left.toFixed(2)} ${(y - (hand.high / 2) * scale).toFixed(2)}) scale(${scale.toFixed(4)})`,
  });
  [...text].forEach((sign, k) =>
    group.append(
      drawing("path", {
        d: strokes[sign],
        transform: `translate(${k * hand.step} 0)`,
        "stroke-width": hand.nib,
      }),
    ),
  );
  return group;
}

const total = (value) => (Array.isArray(value) ? value.reduce((a, b) => a + b, 0) : value);
const sum = (value) => (Array.isArray(value) ? value.join("+") : String(value));

/** A number or a sum as typed: null for nothing, undefined for what is neither. */
function numbers(text) {
  const plain = text.replace(/\s/g, "");
  if (plain === "") return null;
  if (!/^\d{1,6}(\+\d{1,6})*$/.test(plain)) return undefined;
  const parts = plain.split("+").map(Number);
  return parts.length > 1 ? parts : parts[0];
}

/** Between what the right number of a score line lies; nulls where it is not known. */
function rightRange(line) {
  const low = line?.as_legal ?? line?.as_marked ?? null;
  return [low, line?.up_to ?? low];
}

/** The right number in words: a range where something is open, "" where it is not known. */
function rightNumber(line) {
  const [low, high] = rightRange(line);
  return low === null ? "" : low === high ? String(low) : `${low}–${high}`;
}

function blink(group) {
  group.classList.remove("blink");
  void group.getBoundingClientRect(); // so that the animation starts anew
  group.classList.add("blink");
}

/** Show where a step that was undone or redone took place. */
function flash({ at, player }) {
  const view = views[Math.min(player, views.length - 1)];
  const spot = view?.spots.get(at);
  if (spot) {
    spot.group.scrollIntoView({ block: "nearest", inline: "nearest" });
    blink(spot.group);
  }
}

// -- the pad ---

const pad = { view: null, press: null, next: null, back: null };

/** Open the pad. `keys`: what can be pressed, each with the `sign` that a keyboard has for it. */
function openPad({
  view,
  title,
  keys,
  chosen,
  back,
  wide = false,
  clear = null,
  number = null,
  next = null,
  done = null,
  press = null,
}) {
  const box = find("#pad");
  Object.assign(pad, { view, keys, back, next, press });
  find("#pad-title").textContent = title;
  find("#pad-keys").replaceChildren(
    ...keys.map((key) => {
      const made = element(
        "button",
        { type: "button", className: `key ${key.odd ? "odd" : ""}`, onclick: () => key.press() },
        ...(key.icon ? [icon(key.icon)] : []),
        element("span", {}, key.text),
      );
      if (key.name) made.setAttribute("aria-label", key.name);
      if (key.hint) made.append(element("kbd", { "aria-hidden": "true" }, key.hint));
      if (key === chosen) made.setAttribute("aria-pressed", "true");
      return made;
    }),
  );
  box.classList.toggle("wide", wide);
  find("#pad-number").hidden = number === null;
  find("#pad-number").textContent = number ?? "";
  find("#pad-clear").hidden = !clear;
  find("#pad-clear").onclick = clear;
  find("#pad-next").hidden = !next;
  find("#pad-next").onclick = next;
  find("#pad-done").onclick = done ?? closePad;
  find("#pad-done").textContent = say(done ? "pad.done" : "pad.close");
  if (!box.open) box.showModal();
  (findAll(".key[aria-pressed]", box)[0] ?? find(".key", box))?.focus();
}

/** Close the pad. The keys are those of its place at once: who types on must not be too fast. */
function closePad() {
  endMerge();
  find("#pad").close();
  if (pad.back) pad.view.focus(pad.back);
}

/** Close all pads, of which the game is not that of the page any more. */
function closePads() {
  for (const box of findAll("dialog[open]")) box.close();
}

/** Whether a click is on what lies behind a pad; the pad's own margins are no way out. */
function beside(box, { target, clientX: x, clientY: y }) {
  const { left, top, right, bottom } = box.getBoundingClientRect();
  return target === box && (x < left || x > right || y < top || y > bottom);
}

function padKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = pad.keys?.find((k) => k.sign?.toUpperCase() === event.key.toUpperCase());
  const keys = findAll("#pad button").filter((button) => button.offsetParent);
  const here = keys.indexOf(document.activeElement);
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (key) key.press();
  else if (step) keys[(here + step + keys.length) % keys.length].focus();
  else if ((event.key === "Backspace" || event.key === "Delete") && !find("#pad-clear").hidden)
    find("#pad-clear").click();
  else if (event.key === "Enter" && pad.next && !document.activeElement.closest(".pad-ends")) pad.next();
  else return;
  event.preventDefault();
}

/** The keys of a pad that marks a space, and what closes it. */
function markPad(view, space, keys, more = {}) {
  const value = view.value(space);
  const set = (to) => {
    closePad();
    view.mark(space, to);
  };
  for (const key of keys) key.press = () => set(key.value);
  openPad({
    view,
    title: space.label,
    keys,
    back: view.spots.get(`space ${space.id}`),
    chosen: keys.find((key) => key.value === value),
    clear: value === null ? null : () => set(null),
    ...more,
  });
}

function numberPad(view, space, first = "") {
  const [low, high] = view.sheet.numbers;
  if (high > 20) return digitPad(view, space, first);
  const keys = [];
  for (let n = Math.min(low, 0); n <= Math.max(high, 9); n++) {
    keys.push({ value: n, text: String(n), sign: n < 10 ? String(n) : "", odd: n < low || n > high });
  }
  // Usual numbers first; the others can stand on a paper too.
  keys.sort((a, b) => a.odd - b.odd || a.value - b.value);
  return markPad(view, space, keys);
}

function animalPad(view, space) {
  const letters = Object.entries(view.letters());
  const keys = letters.map(([letter, animal]) => ({
    value: animal,
    text: common.animals.find((a) => a.id === animal).name,
    hint: letter,
    sign: letter,
    icon: animal,
  }));
  markPad(view, space, keys, { wide: true });
}

function habitatPad(view, space) {
  const keys = Object.entries(common.habitats)
    .filter(([, habitat]) => space.habitats.includes(habitat.id))
    .map(([letter, habitat]) => ({ value: habitat.id, text: habitat.name, hint: letter, sign: letter }));
  markPad(view, space, keys, { wide: true });
}

function sidePad(view, offer) {
  const pick = view.state.picks.find((id) => id.startsWith(`${offer.id}=`));
  const set = (word) => {
    closePad();
    view.chooseSide(offer, word);
  };
  const keys = [
    ...offer.sides.map((side, k) => ({ value: side.word, text: side.label, sign: String(k + 1) })),
    { value: "none", text: say("pad.none"), sign: "0" },
  ];
  for (const key of keys) key.press = () => set(key.value);
  openPad({
    view,
    title: offer.label,
    keys,
    wide: true,
    back: view.spots.get(`${offer.kind} ${offer.id}`),
    chosen: keys.find((key) => pick === `${offer.id}=${key.value}`),
    clear: pick ? () => set(null) : null,
  });
}

/** Digits that make up a number; `write(text)` takes it at every digit. The first one pressed
 * replaces what stood there, but goes on after a digit that was typed on the sheet. */
function digits(values, stood, typed, write) {
  let text = typed;
  const show = (to) => {
    text = to.slice(0, 6); // as many as a score line takes
    find("#pad-number").textContent = text || "–";
    write(text);
  };
  const keys = [..."1234567890"].map((sign) => ({ text: sign, sign, press: () => show(text + sign) }));
  openPad({ ...values, keys, number: typed || stood || "–", clear: () => show("") });
  if (typed) show(typed);
}

function digitPad(view, space, typed) {
  const value = view.value(space);
  let text = typed;
  const end = () => {
    closePad();
    if (text !== null) view.mark(space, text === "" ? null : Number(text));
  };
  digits(
    { view, title: space.label, back: view.spots.get(`space ${space.id}`), done: end, next: end },
    value === null ? "" : String(value),
    typed,
    (to) => {
      text = to;
    },
  );
}

/** The number that the player wrote in a score line, then that of the next. */
function linePad(view, line, typed = "") {
  const following = view.sheet.lines[view.sheet.lines.indexOf(line) + 1];
  const merge = `pad ${view.k} ${line.id} ${Date.now()}`;
  const mine = view.state.claims?.[line.id];
  digits(
    {
      view,
      title: say("pad.line", { line: line.label }),
      back: view.spots.get(spotName(line)),
      next: following
        ? () => {
            endMerge();
            linePad(view, following);
          }
        : null,
      done: closePad,
    },
    mine === undefined ? "" : sum(mine),
    typed,
    (text) => view.claim(line, numbers(text) ?? null, merge),
  );
}

// -- results ---

const nameOf = (k) => game.players[k].player || say("player.of", { n: k + 1 });

/** What the numbers below the total say: missed points, findings, choices to make. */
function chips(answer, report) {
  if (!report) return [];
  const missed = report.missed.reduce((n, m) => n + m.points, 0);
  const findings = findingsOf(answer, report);
  const wrong = findings.filter((f) => f.kind !== "cannot-tell").length;
  const choices = openChoices(answer).reduce((n, [, choice]) => n + choice.capacity - choice.said.length, 0);
  const found = [];
  if (wrong) found.push({ name: "wrong", to: "findings", text: say("chip.findings", { n: wrong }) });
  if (choices) found.push({ name: "question", to: "todo", text: say("chip.choices", { n: choices }) });
  if (findings.length > wrong)
    found.push({ name: "question", to: "findings", text: say("chip.open", { n: findings.length - wrong }) });
  if (missed)
    found.push({ name: "missed", to: "missed", text: say("chip.missed", { n: missed }) });
  return found;
}

/** Choices that are earned and not made yet, with their ids. */
const openChoices = (answer) =>
  Object.entries(answer?.choices ?? {}).filter(
    ([, choice]) => !choice.none && choice.capacity > choice.said.length,
  );

/** The findings, without those that only say that a choice is still to be made. */
function findingsOf(answer, report) {
  const open = new Set(openChoices(answer).map(([id]) => id));
  return (report?.findings ?? []).filter((f) => f.kind !== "cannot-tell" || !open.has(f.at));
}

const chipList = (answer, report) =>
  chips(answer, report).map((chip) => element("span", { className: `chip ${chip.name}` }, chip.text));

function drawResult(view) {
  const { root, answer, report } = view;
  const section = (name, entries) => {
    const part = find(`section.${name}`, root);
    part.hidden = entries.length === 0;
    find("ul, ol", part).replaceChildren(...entries);
    return part;
  };
  find(".score .label", root).textContent = answer?.total.label ?? say("total");
  find(".total", root).textContent = answer?.shown ?? "–";
  find(".chips", root).replaceChildren(
    ...chips(answer, report).map(({ name, to, text }) => {
      const go = () => find(`section.${to}`, root).scrollIntoView({ block: "center", behavior: "smooth" });
      return element("button", { type: "button", className: `chip ${name}`, onclick: go }, text);
    }),
  );
  const claims = report && report.claims !== "none" ? [answer.said[1]] : [];
  find(".verdict", root).textContent = [answer?.said[0] ?? "", ...claims].join(" ");
  find(".verdict", root).className = `verdict ${report?.verdict ?? ""}`;
  const going = (at, ...inner) =>
    element(
      "li",
      {},
      element("button", { type: "button", className: "go", onclick: () => view.show(at) }, ...inner),
    );
  section(
    "todo",
    openChoices(answer).map(([id, choice]) => choiceEntry(view, id, choice)),
  );
  section(
    "findings",
    findingsOf(answer, report).map((finding) => findingEntry(view, finding, going)),
  );
  const missed = section(
    "missed",
    (report?.missed ?? []).map((m) =>
      going(m.at, element("span", {}, m.message), element("small", {}, ` ${m.rule}`)),
    ),
  );
  const [title, note] = answer?.missed ?? ["", ""];
  find("h2", missed).textContent = title;
  find("p", missed).textContent = note;
  drawSwitches(view);
  find(".why ul", root).replaceChildren(...(answer?.receipts ?? []).map((text) => element("li", {}, text)));
  const reached = answer?.achievements.length
    ? [say("achieved", { names: answer.achievements.join(", ") })]
    : [];
  find(".basis", root).replaceChildren(
    ...[...(answer?.said.slice(1 + claims.length) ?? []), ...reached, ...(answer?.basis ?? [])].map((text) =>
      element("p", {}, text),
    ),
  );
}

/** A choice to be made: a tap leads to the boxes, or asks for the side. */
function choiceEntry(view, id, choice) {
  const offer = view.sheet.offers.find((each) => each.id === id && each.sides.length);
  const n = choice.capacity - choice.said.length;
  const text = offer ? offer.label : say("todo.choose", { at: view.sheet.groups[id] ?? id, n });
  const press = () => (offer ? sidePad(view, offer) : view.show(id));
  return element("li", {}, element("button", { type: "button", className: "go", onclick: press }, text));
}

function findingEntry(view, finding, going) {
  const entry = going(
    finding.at,
    element("span", {}, finding.message),
    element("small", {}, ` ${finding.rule}`),
  );
  entry.className = finding.kind;
  if (finding.would_be_legal) entry.append(element("p", { className: "instead" }, finding.would_be_legal));
  if (finding.consequences.length) {
    entry.append(element("ul", {}, ...finding.consequences.map((each) => findingEntry(view, each, going))));
  }
  return entry;
}

/** A switch for each thing that is earned, or circled though it is not. */
function drawSwitches(view) {
  if (!find(".bonuses", view.root).open) return;
  const list = find(".bonuses ul", view.root);
  const shown = view.sheet.offers.filter((offer) => {
    if (offer.group) return view.offerState(offer).classes.length > 0;
    if (offer.sides.length) return view.offerState(offer).classes.length > 0;
    return (
      (offer.inked && view.isEarned(offer.id)) ||
      view.taken(offer).some((part) => view.state.more.includes(part) || view.state.more.includes(offer.id))
    );
  });
  const focus = list.contains(document.activeElement) ? document.activeElement.dataset.switch : null;
  list.replaceChildren(
    ...(shown.length
      ? shown.map((offer) => element("li", {}, ...switches(view, offer)))
      : [element("li", { className: "hint" }, say("bonuses.nothing"))]),
  );
  if (focus) find(`[data-switch="${CSS.escape(focus)}"]`, list)?.focus();
}

function switches(view, offer) {
  const { words, classes, on } = view.offerState(offer);
  const make = (id, text, checked, press) => {
    const input = element("input", { type: "checkbox", checked, "data-switch": id, onchange: press });
    return element("label", { className: `switch ${classes.join(" ")}` }, input, element("span", {}, text));
  };
  if (offer.group) return [make(offer.id, offer.label, on, () => view.pick(offer))];
  if (offer.sides.length) {
    return [
      element(
        "button",
        { type: "button", className: "button", "data-switch": offer.id, onclick: () => sidePad(view, offer) },
        `${offer.label}: ${words}`,
      ),
    ];
  }
  if (!offer.parts.length) return [make(offer.id, offer.label, on, () => view.toggle(offer, [offer.id]))];
  const taken = view.taken(offer);
  return [
    element("span", { className: "of" }, `${offer.id}: ${offer.place}`),
    ...offer.parts.map((part) =>
      make(part.id, part.label, taken.includes(part.id), () => view.toggle(offer, [part.id])),
    ),
  ];
}

function playerTab(k) {
  const values = { type: "button", className: "tab", onclick: () => showPlayer(k) };
  return element("button", values, element("span"), element("b"));
}

/** What stands around the sheets: players, ranking, undo, the sum below. */
function drawFrame() {
  const { answer } = game;
  const bar = find("#players");
  // A button stays the same one: who presses it while the numbers come means it all the same.
  while (bar.children.length > game.players.length) bar.lastChild.remove();
  while (bar.children.length < game.players.length) bar.append(playerTab(bar.children.length));
  [...bar.children].forEach((tab, k) => {
    tab.setAttribute("aria-current", String(k === game.active));
    tab.firstChild.textContent = nameOf(k);
    tab.lastChild.textContent = answer?.players[k]?.shown ?? "–";
  });
  bar.hidden = game.players.length < 2;
  bringIntoView(bar, bar.children[game.active]);
  views.forEach((view, k) => view.root.classList.toggle("active", k === game.active));
  const several = game.players.length > 1 && answer?.players.length > 1;
  const ranking = find("#ranking");
  ranking.hidden = !several;
  if (several) {
    const entries = answer.ranking.map((rank) =>
      element(
        "li",
        { className: rank.place === 1 ? "first" : "" },
        element("b", {}, `${rank.place}.`),
        element("span", {}, rank.player),
        element("strong", {}, String(rank.total)),
        element("small", {}, rank.nature === null ? "" : say("ranking.tokens", { n: rank.nature })),
      ),
    );
    ranking.replaceChildren(
      element("h2", {}, say("ranking.title")),
      ...(entries.length ? [element("ol", {}, ...entries)] : []),
      ...(answer.unranked ? [element("p", { className: "hint" }, answer.unranked)] : []),
    );
  }
  for (const [id, list, key] of [
    ["undo", game.past, "undo.what"],
    ["redo", game.future, "redo.what"],
  ]) {
    const button = find(`#${id}`);
    button.disabled = list.length === 0;
    button.title = list.length ? say(key, { what: list.at(-1).said }) : "";
    if (list.length) button.setAttribute("aria-label", button.title);
    else button.removeAttribute("aria-label");
  }
  drawTogether();
  const view = views[game.active];
  const summary = find("#summary");
  summary.href = `#result-${game.active}`;
  summary.replaceChildren(
    element("b", {}, view?.answer?.shown ?? "–"),
    ...chipList(view?.answer, view?.report),
  );
  summary.setAttribute(
    "aria-label",
    say("summary", {
      total: view?.answer?.shown ?? "–",
      rest: chips(view?.answer, view?.report)
        .map((chip) => chip.text)
        .join(", "),
    }),
  );
}

/** Scroll a bar so far that one of its buttons is seen; the page itself stays where it is. */
function bringIntoView(bar, button) {
  const left = button.offsetLeft - bar.offsetLeft;
  const least = left + button.offsetWidth - bar.clientWidth;
  bar.scrollLeft = Math.min(left, Math.max(bar.scrollLeft, least));
}

function draw() {
  const built = views.map((view) => view.sheet.ref).join();
  if (built !== game.players.map((player) => player.sheet).join() || !views.length) {
    views = game.players.map(({ sheet }, k) => new (onTable(sheet) ? Board : View)(k));
    views.forEach((view, k) => {
      find(".result", view.root).id = `result-${k}`;
    });
    find("#board").replaceChildren(...views.map((view) => view.root));
    find("#board").classList.toggle("several", views.length > 1);
  }
  for (const view of views) view.draw();
  drawFrame();
}

// -- players and files ---

function showPlayer(k) {
  game.active = k;
  save();
  drawFrame();
  views[k].fit();
  views[k].root.scrollIntoView({ block: "nearest", inline: "nearest" });
  speak();
}

function addPlayer() {
  change(say("did.player"), () => {
    game.players.push(blank(game.ref));
    game.active = game.players.length - 1;
  });
  views.at(-1).name.focus();
}

function removePlayer(k) {
  change(say("did.removed", { name: nameOf(k) }), () => {
    game.players.splice(k, 1);
    game.active = Math.min(game.active, game.players.length - 1);
  });
  find("#board").focus({ preventScroll: true });
}

function clearGame() {
  views = []; // what is half typed goes, too
  change(say("did.clear"), () => {
    game.players = [blank(game.ref)];
    game.table = {};
    game.active = 0;
  });
  draw();
}

/** Hand out the file of the game, as the server wrote it for the audit. */
async function saveFile(suffix = "json") {
  await ask();
  if (trouble) return notice(trouble.text, trouble.detail);
  const letters = (text) =>
    text
      .trim()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "")
      .toLowerCase();
  const who = game.players.length > 1 ? "game" : letters(game.players[0].player ?? "") || "sheet";
  const name = `${who}-${letters(game.ref.split("@")[0])}.${suffix}`;
  const [text, type] =
    suffix === "txt" ? [game.answer.compact, "text/plain"] : [game.answer.text, "application/json"];
  const url = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
  tell(say("did.saved", { file: name }));
}

/** Take over a filled sheet or a game; what the page cannot show is told. */
async function openFile(file) {
  let answer;
  notice("");
  try {
    answer = await post(`audit?file=${encodeURIComponent(file.name)}`, await file.arrayBuffer());
  } catch (error) {
    const why = error instanceof Refused ? error.message : say("trouble.offline");
    return notice(say("open.refused", { file: file.name }), why);
  }
  const { sheet } = answer.players[0].state;
  await Promise.all([...new Set(answer.players.map((player) => player.state.sheet))].map(fetchSheet));
  const states = answer.players.map(({ state }) => ({ ...blank(state.sheet), ...state }));
  if (sheet !== game.ref) await useSheet(sheet);
  if (sheet !== game.ref) return; // another one was chosen meanwhile
  change(say("did.opened", { file: file.name }), () => {
    // Who is in the file again is there once, as the file has him.
    const names = new Set(states.map((state) => state.player?.trim()).filter(Boolean));
    const others = game.players.filter((player) => !names.has(player.player?.trim()));
    const stay = others.every(isBlank) ? [] : others;
    joinTable(states, answer.table, stay.length > 0);
    game.players = [...stay, ...states];
    game.active = stay.length;
  });
  await ask();
  const shown = new Set(game.answer?.report.sheets.flatMap((report) => report.findings.map((f) => f.message)));
  const lost = answer.report.sheets
    .flatMap((report) => report.findings.map((f) => f.message))
    .filter((message) => !shown.has(message));
  notice(lost.length ? say("open.lost", { file: file.name }) : "", lost.join("\n"));
}

// -- start ---

async function fetchSheet(ref) {
  if (sheets.has(ref)) return;
  const response = await fetch(`sheets/${encodeURIComponent(ref)}?lang=${language}`);
  if (!response.ok) throw new Refused(await response.text());
  sheets.set(ref, await response.json());
}

async function useSheet(ref) {
  find("#sheet").value = ref;
  find("#board").setAttribute("aria-busy", "true");
  if (!(await load(ref))) return;
  notice(trouble?.text ?? "", trouble?.detail);
  save();
  views = [];
  draw();
  find("#board").removeAttribute("aria-busy");
  find("#save-text").hidden = !onTable(ref);
  document.body.dataset.sheet = ref;
  tell("");
  ask();
}

/** Go on with what another tab did to the same game. */
async function takeOver(ref) {
  if (!(await load(ref))) return;
  draw();
  ask();
}

function onKey(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  const again = key === "y" || (key === "z" && event.shiftKey);
  if ((!again && key !== "z") || find("dialog[open]")) return;
  event.preventDefault();
  if (document.activeElement?.matches("input[type=text]")) endMerge();
  if (again) redo();
  else undo();
}

function listen() {
  find("#undo").addEventListener("click", undo);
  find("#redo").addEventListener("click", redo);
  find("#add").addEventListener("click", addPlayer);
  find("#sheet").addEventListener("change", (event) => useSheet(event.target.value).catch(failed));
  find("#notice button").addEventListener("click", () => notice(""));
  find("#pad").addEventListener("keydown", padKey);
  find("#pad").addEventListener("click", (event) => beside(find("#pad"), event) && closePad());
  find("#pad").addEventListener("cancel", closePad);
  find("#language").value = language;
  find("#language").addEventListener("change", (event) => {
    location.search = `?lang=${event.target.value}`;
  });
  const menu = find("#menu");
  const item = (id, action) =>
    find(id).addEventListener("click", () => {
      menu.open = false;
      action();
    });
  item("#save", () => saveFile().catch(failed));
  item("#save-text", () => saveFile("txt").catch(failed));
  item("#open", () => find("#file").click());
  item("#print", () => window.print());
  item("#clear", clearGame);
  find("#file").addEventListener("change", (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (file) openFile(file).catch(failed);
  });
  document.addEventListener("keydown", onKey);
  document.addEventListener("click", (event) => {
    if (menu.open && !menu.contains(event.target)) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      menu.open = false;
      find("summary", menu).focus();
    }
  });
  window.addEventListener("storage", (event) => {
    if (event.key === STORE + game.ref && event.newValue) takeOver(game.ref).catch(failed);
  });
}

function failed(error) {
  find("#board").removeAttribute("aria-busy");
  find("#sheet").value = game.ref;
  notice(find("#notice").dataset.offline, error instanceof Refused ? error.message : "");
}

async function start() {
  common = await (await fetch(`start?lang=${language}`)).json();
  find("#sheet").replaceChildren(
    ...common.sheets.map(({ ref, name, letter }) =>
      element("option", { value: ref }, letter ? `${letter} · ${name}` : name),
    ),
  );
  find(".choose").hidden = common.sheets.length < 2;
  listen();
  const refs = common.sheets.map((sheet) => sheet.ref);
  let last = null;
  try {
    last = sessionStorage.getItem(STORE + "sheet") ?? localStorage.getItem(STORE + "sheet");
  } catch {
    /* this browser keeps nothing */
  }
  await useSheet(refs.includes(last) ? last : refs[0]);
}

document.addEventListener("DOMContentLoaded", () => start().catch(failed));
