// Whether a task is done, and how it could be: asked of the rules, by playing.

import type { Session } from "$lib/engine/rules";
import type { Description, MoveEvent, Moved, View } from "$lib/engine/types";
import { LEARNER, type Task, type Wanted } from "./types";

const fits = (event: MoveEvent, { event: key, args = [] }: Wanted): boolean =>
  event.key === key && args.every((arg, place) => arg === null || event.args[place]?.value === arg);

/** The cell on which the piece that was moved has stopped. */
function stop(description: Description, view: View): string | undefined {
  const last = description.events[0]?.path.at(-1);
  return last === undefined ? undefined : view.board.cells[last]?.name;
}

export function meets(wanted: Wanted, { description, view }: Moved): boolean {
  const { status } = view;
  return (
    (wanted.event === undefined || description.events.some((event) => fits(event, wanted))) &&
    (wanted.ends === undefined || wanted.ends.includes(stop(description, view) ?? "")) &&
    (wanted.won === undefined || (status.over?.places[wanted.won] === 1 && new Set(status.over.places).size > 1)) &&
    (wanted.toAct === undefined || status.toAct === wanted.toAct)
  );
}

export type Verdict = "done" | "open" | "missed";

/** What a ply of the learner's means for the task; `left` plies may follow it. */
export function judge(task: Task, moved: Moved, left: number): Verdict {
  if (moved.description.events.some(({ key }) => key === task.without)) return "missed";
  if (task.wanted.some((wanted) => meets(wanted, moved))) return "done";
  return left > 0 && moved.view.status.over === null ? "open" : "missed";
}

/**
 * Whether the task is done by what somebody else has played: in some games one can lose by one's own move.
 */
export const doneByAnswer = (task: Task, moved: Moved): boolean =>
  task.wanted.some((wanted) => wanted.won !== undefined && meets(wanted, moved));

/** The moves the others may answer with: what the data say, or any that the rules allow. */
function answersTo({ answers }: Task, view: View, given: number): string[] {
  return answers ? answers.slice(given, given + 1) : view.moves.map(({ move }) => move);
}

interface Found {
  /** A move with which the task can be done whatever the others answer. */
  does: string | null;
  /** A move with which it can be missed. */
  misses: string | null;
}

/** Looks at everything that can happen from the position in the session, which it leaves as it was. */
export async function explore(
  session: Session,
  task: Task,
  view: View,
  left = task.plies ?? 1,
  given = 0,
): Promise<Found> {
  const found: Found = { does: null, misses: null };
  for (const { move } of view.moves) {
    const moved = await session.play(move);
    const verdict = judge(task, moved, left - 1);
    let [does, misses] = [verdict === "done", verdict === "missed"];
    if (verdict === "open") {
      const after = await afterAnswers(session, task, moved.view, left - 1, given);
      [does, misses] = [after.does, after.misses];
    }
    await session.takeBack();
    if (does) found.does ??= move;
    if (misses) found.misses ??= move;
    if (found.does !== null && found.misses !== null) break;
  }
  return found;
}

/** The same after the others' answers, of which each must leave the task possible. */
async function afterAnswers(
  session: Session,
  task: Task,
  view: View,
  left: number,
  given: number,
): Promise<{ does: boolean; misses: boolean }> {
  if (view.status.over !== null) return { does: false, misses: true };
  if (view.status.toAct === LEARNER) {
    const found = await explore(session, task, view, left, given);
    return { does: found.does !== null, misses: found.misses !== null };
  }
  const all = { does: true, misses: false };
  const answers = answersTo(task, view, given);
  if (answers.length === 0) return { does: false, misses: true };
  for (const answer of answers) {
    const moved = await session.play(answer);
    const after = doneByAnswer(task, moved)
      ? { does: true, misses: false }
      : await afterAnswers(session, task, moved.view, left, given + 1);
    await session.takeBack();
    all.does &&= after.does;
    all.misses ||= after.misses;
    if (!all.does && all.misses) break;
  }
  return all;
}
