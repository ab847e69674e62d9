// Shows the steps of a move one after the other, as slowly as the player likes; a click ends it at once.

/** Milliseconds a step, by the setting of the slider; 0 is off. */
const PACE = [0, 620, 400, 240, 140, 70];
/** A long relay is shown faster: no move takes much longer than this. */
const LONGEST = 9000;

export const SPEEDS = PACE.length - 1;

export class Animator {
  constructor() {
    this.running = null;
  }

  /** Ends the animation that runs, if any; true if there was one. */
  skip() {
    if (!this.running) return false;
    this.running.over = true;
    this.running.wake?.();
    return true;
  }

  /** Shows `last` (a state's last move) on the view. The caller then draws the position that results. */
  async run(view, last, speed) {
    this.skip();
    const pace = PACE[speed] ?? 0;
    if (!pace || !last.steps.length) return;
    const run = { over: false, wake: null };
    this.running = run;
    const time = Math.min(pace, Math.max(20, LONGEST / last.steps.length));
    const glide = (drawing, from, to, weight) => this.#glide(run, drawing, from, to, time * weight);
    view.set(last.before);
    view.marks({});
    for (const step of last.steps) {
      if (run.over) break;
      await view.step(step, glide, last.player);
    }
    view.settle();
    if (this.running === run) this.running = null;
  }

  #glide(run, drawing, from, to, time) {
    return new Promise(resolve => {
      const start = performance.now();
      let frame = 0;
      const place = part => {
        const eased = part * part * (3 - 2 * part);
        const x = from.x + (to.x - from.x) * eased;
        const y = from.y + (to.y - from.y) * eased;
        drawing.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
      };
      const end = () => {
        cancelAnimationFrame(frame);
        clearTimeout(clock);
        run.wake = null;
        place(1);
        resolve();
      };
      const tick = now => {
        const part = Math.max(0, (now - start) / time);
        if (part >= 1 || run.over) return end();
        place(part);
        frame = requestAnimationFrame(tick);
      };
      // A hidden page draws no frames: the clock ends the step all the same.
      const clock = setTimeout(end, time + 400);
      run.wake = end;
      place(0);
      frame = requestAnimationFrame(tick);
    });
  }
}
