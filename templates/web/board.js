// The table of Cascadia on the tap page: hexagons that grow as tiles and tokens are laid. A player's
// state is his environment as in the file format; what holds for all of them is in `game.table`.
// The parts: the file, drawing hexagons, the view of a player, the pads, players side by side.
"use strict";

const FLAT = 60; // units: a hexagon from side to side
const HIGH = (FLAT * 2) / Math.sqrt(3);
const WAYS = [
  [1, -1],
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
]; // NE E SE SW W NW, as edges are written

const onTable = (ref) => sheets.get(ref)?.kind === "environment";

// -- the file ---

function blankEnvironment(ref) {
  const made = { sheet: ref, format: sheets.get(ref).format, player: "" };
  return game.players.some((player) => player.landmarks) ? { ...made, landmarks: [] } : made;
}

/** What the server judges and what is saved: an environment, or a game of them. */
function environmentFile() {
  const players = game.players.map(({ sheet, ...said }) => said);
  const { format, game: several } = sheets.get(game.ref);
  if (players.length === 1 && !game.table.pad) return { format, version: 1, ...game.table, ...players[0] };
  return { format: several, version: 1, ...game.table, players };
}

/** Take over what a file says once for all its players; beside others, who may have agreed otherwise. */
function joinTable(states, table, joined) {
  if (!joined) {
    game.table = table;
  } else {
    for (const [key, none] of Object.entries({ date: undefined, cards: {}, rulings: {}, note: undefined })) {
      game.table[key] ??= table[key];
      if (JSON.stringify(game.table[key]) === JSON.stringify(table[key])) continue;
      for (const state of states) state[key] ??= table[key] ?? none;
    }
    if (table.pad) game.table.pad = [...(game.table.pad ?? []), ...table.pad];
  }
  const all = [...(joined ? game.players : []), ...states];
  if (all.some((state) => state.landmarks)) for (const state of all) state.landmarks ??= [];
}

const several = (said) => (said === undefined || said === null ? [] : [said].flat());
const hex = (id) => id.split(",").map(Number);
const isHex = (id) => /^-?\d{1,3},-?\d{1,3}$/.test(id);
const name = (q, r) => `${q},${r}`;
const middle = ([q, r]) => [(q + r / 2) * FLAT, ((r * Math.sqrt(3)) / 2) * FLAT];
const around = (id) => {
  const [q, r] = hex(id);
  return WAYS.map(([dq, dr]) => name(q + dq, r + dr));
};

/** The animals that a tile shows, as ids; none where that is not known. */
const animalsOf = (shows) => [...(shows ?? "")].map((letter) => common.letters.en[letter]).filter(Boolean);

const habitatOf = (sheet, id) => Object.values(sheet.habitats).find((habitat) => habitat.id === id);

/** Edges turned clockwise by one side. */
const turned = (edges) => edges.slice(-1) + edges.slice(0, -1);

/** Edges of a tile that was just taken up: its habitats side by side, "" for none. */
const untilTurned = (habitats) => [...habitats].map((letter) => letter.repeat(6 / habitats.length)).join("");

/** A place turned clockwise around 0,0. */
const turnedPlace = (id) => {
  if (!isHex(id)) return id;
  const [q, r] = hex(id);
  return name(-r, q + r);
};

// -- drawing hexagons, as the picture of an environment does ---

const corner = (k, flat = FLAT) => {
  const angle = (Math.PI / 3) * k - Math.PI / 2;
  return [(Math.cos(angle) * flat) / Math.sqrt(3), (Math.sin(angle) * flat) / Math.sqrt(3)];
};
const points = (corners) => corners.map((xy) => xy.map((v) => v.toFixed(2)).join()).join(" ");
const outlineOf = () => points([0, 1, 2, 3, 4, 5].map((k) => corner(k)));

function iconAt(path, x, y, size, fill) {
  const scale = size / common.grid;
  const transform = `translate(${x - size / 2} ${y - size / 2}) scale(${scale})`;
  return drawing("path", { d: path, transform, fill, "fill-rule": "evenodd" });
}

/** Runs of neighbouring edges with the same letter: [letter, [edge, …]]. */
function halves(edges) {
  const first = [0, 1, 2, 3, 4, 5].find((k) => edges[k] !== edges[(k + 5) % 6]);
  if (first === undefined) return [[edges[0], [0, 1, 2, 3, 4, 5]]];
  const runs = [];
  for (let k = first; k < first + 6; k++) {
    const letter = edges[k % 6];
    if (runs.at(-1)?.[0] === letter) runs.at(-1)[1].push(k);
    else runs.push([letter, [k]]);
  }
  return runs;
}

/** What lies in a place, as shapes around 0,0; the first is the outline, which can be hit. */
function shapesOf(sheet, { tile, tokens = [], marks = [], id = "" }) {
  const { colours, habitats } = sheet;
  const letters = [...(tile?.habitats || new Set(tile?.edges ?? ""))].filter((letter) => habitats[letter]);
  const known = tile?.edges?.length === 6 && [...tile.edges].every((letter) => habitats[letter]);
  const edges = known ? tile.edges : untilTurned(letters.slice(0, 3));
  const found = [drawing("polygon", { points: outlineOf(), fill: colours.blank })];
  if (edges) {
    for (const [letter, run] of halves(edges)) {
      const corners =
        run.length === 6
          ? run.map((k) => corner(k))
          : [[0, 0], ...[...run, run.at(-1) + 1].map((k) => corner(k))];
      found.push(drawing("polygon", { points: points(corners), fill: habitats[letter].ground }));
    }
  }
  const edge = { fill: "none", stroke: colours.border, "stroke-width": tile ? 1 : 0.8 };
  found.push(drawing("polygon", { points: outlineOf(), ...edge }));
  for (const [letter, run] of edges ? halves(edges) : []) {
    const angle = Math.PI / 3 - (Math.PI / 3) * (run.reduce((a, b) => a + b) / run.length);
    const [x, y] =
      run.length === 6 ? [-0.38 * FLAT, 0] : [0.38 * FLAT * Math.cos(angle), -0.38 * FLAT * Math.sin(angle)];
    found.push(iconAt(habitats[letter].icon, x, y, 0.18 * FLAT, habitats[letter].mark));
  }
  const text = (words, x, y, size) =>
    drawing("text", { x, y, "font-size": size, "text-anchor": "middle", fill: colours.quiet }, words);
  if (id) found.push(text(id, 0, -0.42 * FLAT, 0.1 * FLAT));
  const shows = animalsOf(tile?.shows);
  if (shows.length === 1 && !marks.length)
    found.push(iconAt(common.icons.nature, 0, 0.44 * FLAT, 0.15 * FLAT, colours.nature));
  if (letters.length > 1 && !known) found.push(text("?", 0, 0.36 * FLAT, 0.18 * FLAT));
  for (const mark of marks.slice(0, 1)) {
    const habitat = habitatOf(sheet, mark.habitat);
    const [y, half] = [tokens.length ? -0.17 * FLAT : 0, 0.2 * FLAT];
    const box = { x: -half, y: y - half, width: 2 * half, height: 2 * half, rx: 0.05 * FLAT };
    found.push(drawing("rect", { ...box, fill: colours.paper, stroke: colours.ink, "stroke-width": 1.8 }));
    if (habitat) found.push(iconAt(habitat.landmark, 0, y, 1.7 * half, habitat.mark));
  }
  tokens.slice(0, 2).forEach((animal, k) => {
    const [x, y] = [tokens.length > 1 ? (k - 0.5) * 0.3 * FLAT : 0, marks.length ? 0.2 * FLAT : 0];
    const disc = { cx: x, cy: y, r: 0.225 * FLAT, fill: colours.paper, stroke: colours.ink };
    found.push(drawing("circle", { ...disc, "stroke-width": 1.4, class: "disc" }));
    if (common.icons[animal]) found.push(iconAt(common.icons[animal], x, y, 0.34 * FLAT, colours.ink));
  });
  if (!tokens.length && !marks.length) {
    shows.forEach((animal, k) => {
      const x = (k - (shows.length - 1) / 2) * 0.18 * FLAT;
      found.push(iconAt(common.icons[animal], x, 0, 0.18 * FLAT, colours.quiet));
    });
  }
  return found;
}

// -- the view of a player ---

class Board extends View {
  get table() {
    return game.table;
  }

  tile(id) {
    return this.state.tiles?.find((tile) => tile.at === id);
  }
  tokens(id) {
    return several(this.state.tokens?.[id]);
  }
  marksAt(id) {
    return (this.state.landmarks ?? []).filter((mark) => mark.at === id);
  }

  animal(id) {
    return common.animals.find((each) => each.id === id)?.name ?? id;
  }
  habitat(letter) {
    return this.sheet.habitats[letter]?.name ?? letter;
  }

  build() {
    super.build();
    const { root } = this;
    root.classList.add("environment");
    const quick = find(".single", root);
    quick.hidden = false;
    quick.lastChild.textContent = ` ${say("board.quick")}`;
    find(".single input", root).addEventListener("change", () => this.drawMarks());
    const turn = () => this.turnAll();
    find(".zoom", root).before(
      element(
        "button",
        { type: "button", className: "button turn-all", onclick: turn, "aria-label": say("board.turn-all") },
        element("span", { "aria-hidden": "true" }, "↻ "),
        element("span", { className: "words" }, say("board.turn-all")),
      ),
    );
    this.hint = element("p", { className: "hint begin" }, say("board.begin"));
    this.paper.before(this.hint);
    find(".keys", root).textContent = say("board.keys");
    find(".bonuses", root).hidden = true;
    this.single = Boolean(this.state.tokens && !this.state.tiles);
    find(".single input", root).checked = this.single;
  }

  // The hexagons ---

  buildSheet() {
    this.svg = drawing("svg", { xmlns: SVG, role: "application", "stroke-miterlimit": 10 });
    this.svg.setAttribute("aria-label", say("board.label"));
    this.spots = new Map();
    this.lit = "";
    this.hexagons = drawing("g");
    this.svg.append(this.hexagons);
    this.showPicture();
  }

  get width() {
    return this.box?.[2] ?? 5 * FLAT;
  }

  get scales() {
    return [(TARGET + 4) / FLAT, 1.4];
  }

  /** The places to show: what lies there, and around it where more can be laid. */
  places() {
    const laid = [
      ...(this.state.tiles ?? []).map((tile) => tile.at),
      ...Object.keys(this.state.tokens ?? {}).filter((id) => this.tokens(id).length),
      ...(this.state.landmarks ?? []).map((mark) => mark.at),
    ].filter(isHex);
    const found = new Set(laid.length ? laid : ["0,0"]);
    const grow = () => [...found].flatMap(around).forEach((id) => found.add(id));
    grow();
    if (this.single) grow(); // tokens may lie apart
    const focused = this.spotOf(document.activeElement)?.place.id;
    if (focused && this.svg.contains(document.activeElement)) found.add(focused);
    return [...found]
      .map(hex)
      .sort(([a, b], [c, d]) => b - d || a - c)
      .map(([q, r]) => name(q, r));
  }

  drawMarks() {
    const held = this.spots.get(this.held)?.group;
    const before = held?.getBoundingClientRect();
    const ids = this.places();
    const lit = this.counted();
    for (const [key, spot] of this.spots) {
      if (ids.includes(spot.place.id)) continue;
      spot.group.remove();
      this.spots.delete(key);
    }
    let last = null;
    for (const id of ids) {
      const { group } = this.spotAt(id);
      if (last ? last.nextSibling !== group : this.hexagons.firstChild !== group) {
        if (last) last.after(group);
        else this.hexagons.prepend(group);
      }
      last = group;
      this.drawHexagon(id, group, lit);
    }
    const at = ids.map((id) => middle(hex(id)));
    const [left, top] = [0, 1].map((k) => Math.min(...at.map((xy) => xy[k])));
    const [right, foot] = [0, 1].map((k) => Math.max(...at.map((xy) => xy[k])));
    const air = 4;
    this.box = [
      left - FLAT / 2 - air,
      top - HIGH / 2 - air,
      right - left + FLAT + 2 * air,
      foot - top + HIGH + 2 * air,
    ];
    this.svg.setAttribute("viewBox", this.box.map((v) => v.toFixed(1)).join(" "));
    this.fit();
    if (before?.width) {
      // What was tapped stays under the finger when the board grows.
      const after = held.getBoundingClientRect();
      this.paper.scrollLeft += after.left - before.left;
      window.scrollBy(0, after.top - before.top);
    }
    if (!find('[tabindex="0"]', this.hexagons))
      (this.spots.get("space 0,0") ?? [...this.spots.values()][0]).group.setAttribute("tabindex", "0");
  }

  spotAt(id) {
    const key = `space ${id}`;
    if (!this.spots.has(key)) {
      const [x, y] = middle(hex(id));
      const group = drawing("g", {
        class: "spot",
        role: "button",
        tabindex: "-1",
        transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})`,
      });
      Object.assign(group.dataset, { kind: "space", id });
      this.spots.set(key, { kind: "space", place: { id, at: [x, y], size: [FLAT, HIGH] }, group });
    }
    return this.spots.get(key);
  }

  drawHexagon(id, group, lit) {
    const what = { tile: this.tile(id), tokens: this.tokens(id), marks: this.marksAt(id) };
    const empty = !what.tile && !what.tokens.length && !what.marks.length;
    const drawn = JSON.stringify(what);
    group.classList.toggle("empty", empty);
    group.classList.toggle("counted", lit?.at.has(id) ?? false);
    group.classList.toggle("faded", Boolean(lit) && !lit.at.has(id) && !lit.also.has(id));
    if (group.dataset.drawn !== drawn) {
      group.dataset.drawn = drawn;
      group.replaceChildren(...shapesOf(this.sheet, { ...what, id: empty ? "" : id }));
      if (empty) group.append(drawing("path", { d: "M-7 0H7M0 -7V7", class: "plus" }));
    }
    label(group, [id, ...(empty ? [say("board.empty")] : this.inWords(what))], null);
  }

  /** What lies in a place, for who cannot see it. */
  inWords({ tile, tokens, marks }) {
    const found = [];
    if (tile) {
      const edges = tile.edges?.length === 6 ? halves(tile.edges) : [];
      const ways = say("board.ways").split(" ");
      const letters = [...new Set(tile.edges || tile.habitats || "")];
      found.push(
        edges.length > 1
          ? edges
              .map(([letter, run]) => `${this.habitat(letter)} (${run.map((k) => ways[k % 6]).join(" ")})`)
              .join(" / ")
          : letters.map((letter) => this.habitat(letter)).join(" / "),
      );
      const shows = animalsOf(tile.shows).map((animal) => this.animal(animal));
      if (shows.length) found.push(say("board.shows", { animals: shows.join(", ") }));
    }
    if (tokens.length)
      found.push(say("board.holds", { animals: tokens.map((a) => this.animal(a)).join(", ") }));
    for (const mark of marks) found.push(this.markWords(mark));
    return found;
  }

  markWords({ habitat, card }) {
    const named = habitatOf(this.sheet, habitat)?.name ?? habitat;
    return say("board.mark", { habitat: named, card: card || "?" });
  }

  /** The places that were counted for the row that is looked at, and what else mattered. */
  counted() {
    const line = this.report?.lines.find((each) => each.id === this.lit);
    if (!line) return null;
    const events = line.receipt.filter((event) => event.points);
    const places = (text) => (text ?? "").split(" ").filter(isHex);
    const at = new Set(events.flatMap((event) => places(event.at)));
    return at.size ? { at, also: new Set(events.flatMap((event) => places(event.also))) } : null;
  }

  light(id) {
    this.lit = this.lit === id ? "" : id;
    this.draw();
    const n = this.counted()?.at.size ?? 0;
    const { label: line } = this.sheet.lines.find((each) => each.id === id);
    tell(this.lit ? say("did.lit", { line, n }) : "");
    if (this.lit) this.paper.scrollIntoView({ block: "nearest" });
  }

  drawOffers() {}

  placesOf(at) {
    const spot = this.spots.get(`space ${at}`);
    return spot ? [spot] : [];
  }

  show(at) {
    if (this.placesOf(at).length) return super.show(at);
    const cards = this.selects.has(at) && !this.cards[at];
    const row = (!cards && this.claims.get(at)?.row) || find(".tally", this.root);
    row.scrollIntoView({ block: "center", behavior: "smooth" });
    blink(row);
  }

  // Taps and keys ---

  tap(spot) {
    this.choose();
    const { id } = spot.place;
    this.held = `space ${id}`;
    const there = this.tile(id) || this.tokens(id).length || this.marksAt(id).length;
    if (this.single || there) return tokenPad(this, id);
    return tilePad(this, id);
  }

  towards(spot, [dx, dy]) {
    const [q, r] = hex(spot.place.id);
    // Up and down go to the right from even rows and back from odd ones.
    const right = r % 2 === 0;
    const [a, b] = dy === 0 ? [dx, 0] : dy < 0 ? [right ? 1 : 0, -1] : [right ? 0 : -1, 1];
    return this.spots.get(`space ${name(q + a, r + b)}`) ?? super.towards(spot, [dx, dy]);
  }

  typed(spot, key) {
    const { id } = spot.place;
    this.held = `space ${id}`;
    const animal = this.letters()[key.toUpperCase()];
    if (key === "Backspace" || key === "Delete") {
      if (this.tokens(id).length) this.lay(id, { token: null });
      else if (this.marksAt(id).length) this.mark(id, null);
      else this.lay(id, { tile: null });
    } else if (animal) {
      this.lay(id, { token: this.tokens(id)[0] === animal ? null : animal });
    } else if ((key === "." || key === ",") && this.tile(id)?.edges?.length === 6) {
      const tile = this.tile(id);
      let { edges } = tile;
      for (let n = key === "." ? 1 : 5; n > 0; n--) edges = turned(edges);
      this.lay(id, { tile: { ...tile, edges } });
    } else {
      return false;
    }
    return true;
  }

  // What lies there ---

  /** Lay a tile, a token or both into a place; null takes away, what is not named stays. */
  lay(id, { tile, token }) {
    change(
      say("did.laid", { at: id, what: this.laidWords(id, tile, token) }),
      () => {
        if (tile !== undefined) this.putTile(id, tile);
        if (token !== undefined) this.putToken(id, token);
      },
      { at: `space ${id}` },
    );
  }

  laidWords(id, tile, token) {
    const parts = [];
    if (tile) parts.push(...this.inWords({ tile, tokens: [], marks: [] }).slice(0, 1));
    if (token) parts.push(this.animal(token));
    if (tile === null) parts.push(say("board.no-tile"));
    if (token === null && !tile) parts.push(say("board.no-token"));
    return parts.join(", ");
  }

  putTile(id, tile) {
    const { state } = this;
    const here = (state.tiles ?? []).findIndex((each) => each.at === id);
    const others = (state.tiles ?? []).filter((each) => each.at !== id);
    if (tile) others.splice(here < 0 ? others.length : here, 0, { at: id, ...tile });
    if (others.length) state.tiles = others;
    else delete state.tiles; // without any, the wildlife is scored by the tokens alone
  }

  putToken(id, animal) {
    const { state } = this;
    state.tokens ??= {};
    if (animal) state.tokens[id] = animal;
    else delete state.tokens[id];
    if (!Object.keys(state.tokens).length) delete state.tokens;
  }

  layStarter(id, starter) {
    const [q, r] = hex(id);
    const places = [id, name(q - 1, r + 1), name(q, r + 1)];
    const { name: habitat } = habitatOf(this.sheet, starter.habitat);
    change(
      say("did.laid", { at: id, what: say("board.starter", { habitat }) }),
      () => {
        places.forEach((at, k) => this.putTile(at, { ...spelt(starter.edges[k]), shows: starter.shows[k] }));
      },
      { at: `space ${id}` },
    );
  }

  mark(id, mark) {
    change(
      say("did.laid", { at: id, what: mark ? this.markWords(mark) : say("board.no-mark") }),
      () => {
        this.state.landmarks = (this.state.landmarks ?? []).filter((each) => each.at !== id);
        if (mark)
          this.state.landmarks.push({
            habitat: mark.habitat,
            at: id,
            ...(mark.card ? { card: mark.card } : {}),
          });
      },
      { at: `space ${id}` },
    );
  }

  /** Turn all that lies there around 0,0 by a side, as who sits at the next side of the table sees it. */
  turnAll() {
    this.held = "";
    change(say("board.turn-all"), () => {
      const { state } = this;
      if (state.tiles)
        state.tiles = state.tiles.map((tile) => ({
          ...tile,
          at: turnedPlace(tile.at),
          ...(tile.edges ? { edges: turned(tile.edges) } : {}),
        }));
      if (state.tokens)
        state.tokens = Object.fromEntries(
          Object.entries(state.tokens).map(([at, a]) => [turnedPlace(at), a]),
        );
      if (state.landmarks) state.landmarks = state.landmarks.map((m) => ({ ...m, at: turnedPlace(m.at) }));
    });
  }

  // Cards, nature tokens, numbers ---

  get cards() {
    return this.state.cards ?? this.table.cards ?? {};
  }

  /** Agree on cards: a letter or a variant for all animals, or a letter for one; "" for none. */
  agree(animal, value) {
    const whose = this.state.cards ? this.state : this.table;
    const named = this.sheet.lines.find((line) => line.id === animal)?.label ?? say("board.all-cards");
    change(say("did.card", { what: named, card: this.cardName(value) }), () => {
      const before = typeof this.cards === "string" ? {} : { ...this.cards };
      if (this.sheet.variants.includes(value)) whose.cards = value;
      else if (animal) whose.cards = { ...before, [animal]: value || null };
      else whose.cards = Object.fromEntries(this.sheet.animals.map((each) => [each, value || null]));
    });
  }

  cardName(value) {
    return this.sheet.variants.includes(value) ? say(`board.${value}`) : value || "–";
  }

  buildTally() {
    this.tally = new Map();
    const section = find(".tally", this.root);
    const card = (animal, text) => {
      const options = ["", ..."ABCDEFG", ...(animal ? [] : this.sheet.variants)];
      const select = element(
        "select",
        { "data-card": animal || "all", onchange: () => this.agree(animal, select.value) },
        ...options.map((value) => element("option", { value }, this.cardName(value))),
      );
      return element("label", {}, ...(animal ? [icon(animal)] : []), element("span", {}, text), select);
    };
    this.selects = new Map();
    const fields = find(".fields", section);
    for (const animal of ["", ...this.sheet.animals]) {
      const text = animal
        ? this.sheet.lines.find((line) => line.id === animal).label
        : say("board.all-cards");
      const made = card(animal, text);
      this.selects.set(animal, find("select", made));
      fields.append(made);
    }
    this.nature = this.tallyField("nature", say("board.nature"), "[0-9]{1,2}", 2, (n) => {
      if (n === null) delete this.state.nature;
      else this.state.nature = n;
    });
    const landmarks = element("input", { type: "checkbox", "data-landmarks": "" });
    landmarks.addEventListener("change", () => withLandmarks(landmarks.checked));
    this.landmarks = landmarks;
    find("h2", section).textContent = say("board.table");
    find(".hint", section).textContent = say("board.table-note");
    section.append(
      element(
        "div",
        { className: "fields" },
        element("label", {}, icon("nature"), element("span", {}, say("board.nature")), this.nature),
        element("label", { className: "switch" }, landmarks, element("span", {}, say("board.landmarks"))),
      ),
      element("details", {}, element("summary", {}, say("board.rulings")), ...this.buildRulings()),
    );
  }

  /** Questions that the rules leave open: the choices of this table, the first one by default. */
  buildRulings() {
    this.rulings = new Map();
    return this.sheet.rulings.map(({ id, choices, title, text }) => {
      const select = element(
        "select",
        { "data-ruling": id, onchange: () => this.rule(id, title, select.value) },
        ...choices.map((choice) => element("option", { value: choice }, choice)),
      );
      this.rulings.set(id, select);
      return element(
        "div",
        {},
        element("label", {}, element("span", {}, title), select),
        element("p", { className: "hint" }, text),
      );
    });
  }

  rule(id, title, choice) {
    const whose = this.state.rulings?.[id] ? this.state : this.table;
    change(say("did.ruling", { what: title, choice }), () => {
      whose.rulings = { ...whose.rulings, [id]: choice };
    });
  }

  buildLines() {
    super.buildLines();
    for (const { id, label: text } of this.sheet.lines) {
      if (this.sheet.sums.includes(id) || id === "nature") continue;
      const press = () => this.light(id);
      const button = element(
        "button",
        { type: "button", className: "lit", "data-lit": id, onclick: press },
        text,
      );
      button.title = say("board.light", { line: text });
      find("th", this.claims.get(id).row).replaceChildren(button);
    }
  }

  draw() {
    super.draw();
    const { cards } = this;
    const letters = this.sheet.animals.map((animal) => cards[animal] ?? "");
    const same = letters.every((letter) => letter === letters[0]) ? letters[0] : "";
    for (const [animal, select] of this.selects) {
      const value = typeof cards === "string" ? (animal ? "" : cards) : animal ? (cards[animal] ?? "") : same;
      select.value = value;
      select.disabled = Boolean(animal) && typeof cards === "string";
    }
    for (const { id, choices } of this.sheet.rulings) {
      const chosen = this.state.rulings?.[id] ?? this.table.rulings?.[id] ?? choices[0];
      this.rulings.get(id).value = choices.includes(chosen) ? chosen : "";
    }
    put(this.nature, this.state.nature ?? "");
    this.hint.hidden = Boolean(this.state.tiles || this.state.tokens);
    const extra = Boolean(this.state.landmarks);
    this.landmarks.checked = extra;
    this.claims.get("landmarks").row.hidden = !extra && this.state.claims?.landmarks === undefined;
    for (const [id, { row, right }] of this.claims) {
      const button = find("[data-lit]", row);
      button?.setAttribute("aria-pressed", String(this.lit === id));
      const line = this.report?.lines.find((each) => each.id === id);
      if (line) right.textContent = inParts(line, right.textContent);
    }
  }
}

/** Habitats of a tile as the file has them: edges where there are several. */
const spelt = (edges) => (new Set(edges).size === 1 ? { habitats: edges[0] } : { edges });

/** The number of a habitat as corridor and bonus: "7+2". */
function inParts(line, text) {
  const { habitats } = sheets.get(game.ref);
  const parts = line.receipt.map((event) => event.points);
  const several = parts.length > 1 && Object.values(habitats).some((habitat) => habitat.id === line.id);
  return several && String(total(parts)) === text ? sum(parts) : text;
}

/** Play with Landmarks, or without: then none lie there. */
function withLandmarks(on) {
  change(say(on ? "did.landmarks" : "did.no-landmarks"), () => {
    for (const player of game.players) {
      if (on) player.landmarks ??= [];
      else delete player.landmarks;
    }
  });
}

// -- the pads ---

/** The token of a place: what its tile shows first, then what may lie there all the same. */
function tokenPad(view, id) {
  const tile = view.tile(id);
  const shown = animalsOf(tile?.shows);
  const there = view.tokens(id);
  const set = (value) => {
    closePad();
    view.lay(id, { token: value });
  };
  const key = (animal, odd) => {
    const sign = letterOf(animal, view.letters());
    const press = () => set(animal);
    return { value: animal, text: view.animal(animal), icon: animal, odd, hint: sign, sign, press };
  };
  const animals = view.sheet.animals;
  const first = shown.length ? shown : animals;
  const others = animals.filter((animal) => !first.includes(animal));
  const go = (text, press) => ({ text, odd: true, press: () => (closePad(), press()) });
  const keys = [
    ...first.map((animal) => key(animal, false)),
    ...(view.single && !tile ? [] : [go(say(tile ? "board.change" : "board.lay"), () => tilePad(view, id))]),
    ...(view.state.landmarks ? [go(say("board.lay-mark"), () => landmarkPad(view, id))] : []),
    ...(tile
      ? [go(say("board.take"), () => view.lay(id, { tile: null, token: there.length ? null : undefined }))]
      : []),
    ...others.map((animal) => key(animal, true)),
  ];
  const where = tile ? view.inWords({ tile, tokens: [], marks: [] })[0] : "";
  openPad({
    ...{ view, keys, wide: true, back: view.spots.get(`space ${id}`) },
    title: [id, where].filter(Boolean).join(": "),
    chosen: keys.find((each) => there[0] && each.value === there[0]),
    clear: there.length ? () => set(null) : null,
  });
  if (!others.length) return;
  const after = findAll("#pad-keys .key")[keys.length - others.length];
  after.before(element("p", { className: "hint" }, say("board.others")));
}

/** The landmark of a place: its habitat, then the card that was taken for it. */
function landmarkPad(view, id) {
  const tile = view.tile(id);
  const mine = [...new Set(tile?.edges || tile?.habitats || "")];
  const all = Object.entries(view.sheet.habitats);
  all.sort(([a], [b]) => mine.includes(b) - mine.includes(a));
  const [there] = view.marksAt(id);
  const back = view.spots.get(`space ${id}`);
  const letter = (habitat) => {
    closePad();
    const set = (card) => {
      closePad();
      view.mark(id, { habitat, card });
    };
    const cards = view.sheet["landmark-cards"].map((card) => ({
      text: card,
      sign: card,
      value: card,
      press: () => set(card),
    }));
    const none = { text: "?", name: say("board.no-card"), value: "", press: () => set("") };
    const keys = [...cards, none];
    const chosen = there?.habitat === habitat && keys.find((key) => key.value === (there.card ?? ""));
    openPad({ view, title: say("board.which-card"), keys, chosen, back });
  };
  const keys = all.map(([sign, habitat]) => ({
    ...{ text: habitat.name, hint: sign, sign, odd: !mine.includes(sign), press: () => letter(habitat.id) },
  }));
  const clear = there
    ? () => {
        closePad();
        view.mark(id, null);
      }
    : null;
  openPad({ view, title: say("board.which-mark"), keys, wide: true, clear, back });
}

/** The tile of a place: its habitats, what it shows, how it is turned, and what lies on it. */
function tilePad(view, id) {
  const { sheet } = view;
  const before = view.tile(id);
  const draft = {
    habitats: [...new Set(before?.edges || before?.habitats || "")],
    edges: before?.edges || (before?.habitats?.length === 1 ? before.habitats.repeat(6) : ""),
    shows: [...(before?.shows ?? "")],
    token: view.tokens(id)[0] ?? null,
  };
  const box = element("dialog", { className: "pad tile-pad", "aria-labelledby": "tile-title" });
  const press = (text, action, values = {}, ...inside) =>
    element(
      "button",
      { type: "button", className: "key", onclick: action, ...values },
      ...inside,
      element("span", {}, text),
    );
  const close = () => {
    box.close();
    const spot = view.spots.get(`space ${id}`);
    if (spot) view.focus(spot); // at once, as in closePad
  };
  const done = () => {
    close();
    const { habitats, edges, shows, token } = draft;
    if (!habitats.length && !shows.length) return before ? view.lay(id, { tile: null }) : undefined;
    const made = {
      ...before,
      ...(edges ? spelt(edges) : { habitats: habitats.join("") }),
      shows: shows.join(""),
    };
    if (edges && habitats.length > 1) delete made.habitats;
    else delete made.edges;
    delete made.keystone;
    if (!made.shows) delete made.shows;
    const same = token === (view.tokens(id)[0] ?? null);
    return view.lay(id, { tile: made, ...(same ? {} : { token }) });
  };
  const toggleHabitat = (letter) => {
    const { habitats } = draft;
    const most = view.state.landmarks ? 3 : 2;
    draft.habitats = habitats.includes(letter)
      ? habitats.filter((each) => each !== letter)
      : [...habitats, letter].slice(-most);
    draft.edges = untilTurned(draft.habitats);
    draw();
  };
  const toggleAnimal = (letter) => {
    draft.shows = draft.shows.includes(letter)
      ? draft.shows.filter((each) => each !== letter)
      : [...draft.shows, letter];
    sweep();
  };
  /** A token that the tile does not show any more was put there for another tile. */
  const sweep = () => {
    const shown = animalsOf(draft.shows);
    if (draft.token && !shown.includes(draft.token) && draft.token !== view.tokens(id)[0]) draft.token = null;
    draw();
  };
  const turn = () => {
    draft.edges = turned(draft.edges || untilTurned(draft.habitats));
    draw();
  };
  const english = (animal) => letterOf(animal, common.letters.en);
  const picture = drawing("svg", {
    viewBox: `${-FLAT / 2 - 2} ${-HIGH / 2 - 2} ${FLAT + 4} ${HIGH + 4}`,
    "aria-hidden": "true",
  });
  const turner = element(
    "button",
    { type: "button", className: "turner", onclick: turn, "aria-label": say("board.turn") },
    picture,
  );
  const turnKey = press(say("board.turn"), turn);
  const habitatKeys = Object.entries(sheet.habitats).map(([letter, habitat]) => {
    const sign = drawing("svg", {
      viewBox: `0 0 ${common.grid} ${common.grid}`,
      class: "icon",
      "aria-hidden": "true",
    });
    sign.append(drawing("path", { d: habitat.icon, fill: habitat.mark, "fill-rule": "evenodd" }));
    const key = press(habitat.name, () => toggleHabitat(letter), { "data-habitat": letter }, sign);
    key.style.setProperty("--ground", habitat.ground);
    return [letter, key];
  });
  const animalKeys = sheet.animals.map((animal) => [
    english(animal),
    press(view.animal(animal), () => toggleAnimal(english(animal)), { "data-animal": animal }, icon(animal)),
  ]);
  const part = (kind, text, ...inside) =>
    element(
      "section",
      { className: kind },
      element("h3", {}, text),
      element("div", { className: "pad-keys" }, ...inside),
    );
  const existing = part("existing", say("board.existing"));
  const lying = part("lying", say("board.lying"));
  const starters = part(
    "starters",
    say("board.starters"),
    ...sheet.starters.map((starter) => {
      const { name: text } = habitatOf(sheet, starter.habitat);
      const lay = () => {
        close();
        view.layStarter(id, starter);
      };
      return press(text, lay, { "data-starter": starter.habitat }, starterPicture(sheet, starter));
    }),
  );
  starters.hidden = Boolean(view.state.tiles);

  function draw() {
    const { habitats, edges, shows, token } = draft;
    const tile = { habitats: habitats.join(""), edges, shows: shows.join("") };
    const what = habitats.length || shows.length ? { tile, tokens: several(token) } : {};
    picture.replaceChildren(...shapesOf(sheet, what));
    const words = habitats.length ? view.inWords({ tile, tokens: [], marks: [] })[0] : say("board.empty");
    turner.setAttribute("aria-label", `${say("board.turn")}: ${words}`);
    turner.disabled = turnKey.disabled = habitats.length < 2;
    for (const [letter, key] of habitatKeys)
      key.setAttribute("aria-pressed", String(habitats.includes(letter)));
    for (const [letter, key] of animalKeys) key.setAttribute("aria-pressed", String(shows.includes(letter)));
    const faces = sheet.tiles[[...habitats].sort().join("")] ?? [];
    const focus = document.activeElement?.dataset.face ?? document.activeElement?.dataset.token;
    existing.hidden = !faces.length;
    find(".pad-keys", existing).replaceChildren(
      ...faces.map((face) => {
        const animals = animalsOf(face);
        const choose = () => {
          draft.shows = [...face];
          sweep();
        };
        const values = { "data-face": face, "aria-label": animals.map((a) => view.animal(a)).join(", ") };
        const key = element(
          "button",
          { type: "button", className: "key face", onclick: choose, ...values },
          ...animals.map(icon),
        );
        key.setAttribute("aria-pressed", String([...shows].sort().join("") === [...face].sort().join("")));
        return key;
      }),
    );
    lying.hidden = !shows.length;
    find(".pad-keys", lying).replaceChildren(
      ...shows.map((letter) => {
        const animal = common.letters.en[letter];
        const choose = () => {
          draft.token = draft.token === animal ? null : animal;
          draw();
        };
        const key = press(view.animal(animal), choose, { "data-token": animal }, icon(animal));
        key.setAttribute("aria-pressed", String(token === animal));
        return key;
      }),
    );
    if (focus) find(`[data-face="${focus}"], [data-token="${focus}"]`, box)?.focus();
  }

  box.append(
    element("h2", { id: "tile-title" }, say("board.tile", { at: id })),
    starters,
    element("div", { className: "tile-head" }, turner, turnKey),
    part("habitats", say("board.habitats"), ...habitatKeys.map(([, key]) => key)),
    existing,
    part("animals", say("board.animals"), ...animalKeys.map(([, key]) => key)),
    lying,
    element(
      "div",
      { className: "pad-ends" },
      element("button", { type: "button", className: "button", onclick: close }, say("board.cancel")),
      element(
        "button",
        { type: "button", className: "button strong tile-done", onclick: done },
        say("pad.done"),
      ),
    ),
  );
  box.addEventListener("cancel", close);
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => beside(box, event) && close());
  box.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const animal = key === key.toLowerCase() && view.letters()[key.toUpperCase()];
    if (sheet.habitats[key]) toggleHabitat(key);
    else if (animal) toggleAnimal(english(animal));
    else if (key === ".") turn();
    else return;
    find(".tile-done", box).focus(); // Enter comes next, and is not to press what was in focus
    event.preventDefault();
  });
  document.body.append(box);
  draw();
  box.showModal();
  (starters.hidden ? habitatKeys[0][1] : find(".key", starters)).focus();
}

/** The three tiles of a starter, small. */
function starterPicture(sheet, starter) {
  const places = ["0,0", "-1,1", "0,1"].map((id) => middle(hex(id)));
  const box = [-FLAT - 1, -HIGH / 2 - 1, 2 * FLAT + 2, 1.75 * HIGH + 2].join(" ");
  const picture = drawing("svg", { viewBox: box, class: "trio", "aria-hidden": "true" });
  starter.edges.forEach((edges, k) => {
    const tile = { edges, shows: starter.shows[k] };
    const transform = `translate(${places[k].join(" ")})`;
    picture.append(drawing("g", { transform }, ...shapesOf(sheet, { tile })));
  });
  return picture;
}

// -- players side by side, as on the score pad ---

function drawTogether() {
  const box = find("#together");
  const reports = game.answer?.report.sheets ?? [];
  box.hidden = !onTable(game.ref) || reports.length < 2 || reports.length !== game.players.length;
  if (box.hidden) return;
  const { lines, sums } = sheets.get(game.ref);
  const line = (report, id) => (id === "total" ? report.total : report.lines.find((each) => each.id === id));
  const cell = (report, id) => {
    const found = line(report, id);
    const text = rightNumber(found);
    return element("td", {}, text === "" ? "–" : found.receipt ? inParts(found, text) : text);
  };
  const rows = lines.filter(({ id }) => reports.some((report) => line(report, id)));
  find("div", box).replaceChildren(
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          element("td", {}),
          ...reports.map((_, k) => element("th", { scope: "col" }, nameOf(k))),
        ),
      ),
      element(
        "tbody",
        {},
        ...rows.map(({ id, label: text }) =>
          element(
            "tr",
            { className: sums.includes(id) ? "sum" : "" },
            element("th", { scope: "row" }, text),
            ...reports.map((report) => cell(report, id)),
          ),
        ),
      ),
    ),
  );
}
