// Plays at the page it runs in: clicks on cells and buttons, chosen by chance, attacks first.
async (actions, seed) => {
  const {game} = document.querySelector('main');
  let state = seed;
  const random = () => { // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const one = list => list[Math.floor(random() * list.length)];
  const pause = ms => new Promise(done => setTimeout(done, ms));
  const settled = async () => {
    const {seat} = game;
    for (let at = 0; at < 2000 && !seat.settled; at++) await pause(3);
  };
  const cell = at => {
    const element = document.getElementById(`cell-${at}`);
    for (const name of ['pointerdown', 'pointerup']) {
      element.dispatchEvent(new PointerEvent(name, {bubbles: true, button: 0, pointerId: 1, pointerType: 'mouse'}));
    }
  };
  const button = name => document.querySelector(`[data-action="${CSS.escape(name)}"]`)?.click();
  const may = name => game.view.commands.find(each => each.name === name && each.enabled);
  const answer = prompt => {
    if (prompt.kind === 'cell') return cell(one(game.view.marks).cell);
    if (prompt.options?.length) return one([...document.querySelectorAll('.options button')]).click();
    button(prompt.kind === 'resign' ? 'resign_confirm' : 'confirm');
  };
  const act = tries => {
    const {view} = game, side = view.sides.find(each => each.to_act)?.side;
    if (view.prompt) return answer(view.prompt);
    const ready = may('ready'), army = view.commands.find(each => each.name.startsWith('army:') && each.enabled);
    if (ready) return button('ready');
    if (army) return button(army.name);
    const own = view.units.filter(unit => unit.can_act && unit.side === side);
    const marks = view.marks.filter(mark => mark.cell >= 0 && ['target', 'approach', 'special', 'reach'].includes(mark.kind));
    const hits = marks.filter(mark => mark.kind === 'target' || mark.kind === 'approach');
    const places = view.commands.filter(each => /^(place|do):/.test(each.name) && each.enabled && !each.chosen);
    if (places.length && (random() < 0.5 || !marks.length)) return button(one(places).name);
    if (marks.length && (view.selected !== null || places.length) && random() < 0.9) return cell(one(hits.length ? hits : marks).cell);
    if (tries > 8 && may('end_turn')) return button('end_turn');
    if (own.length) return cell(one(own).cell);
    if (marks.length) return cell(one(marks).cell);
    if (may('end_turn')) return button('end_turn');
    const turn = view.commands.find(each => each.name.startsWith('turn_') && each.enabled);
    if (turn) game.act(turn.name);
  };
  let plies = 0, tries = 0;
  const until = performance.now() + 60_000;
  for (let done = 0; !game.view.over && performance.now() < until; ) {
    const {view} = game, mine = view.seats.some(side => view.sides[side].to_act);
    if (!mine && !view.prompt) {
      await pause(4);
      continue;
    }
    if (done++ > actions) game.act(view.prompt ? 'cancel' : 'resign');
    if (done > actions && game.view.prompt?.kind !== 'resign') {
      await settled();
      if (game.view.prompt?.kind !== 'resign' && game.view.prompt) answer(game.view.prompt);
    }
    if (done <= actions || game.view.prompt?.kind === 'resign') act(tries);
    await settled();
    tries = game.view.log.length === plies ? tries + 1 : 0;
    plies = game.view.log.length;
  }
}
