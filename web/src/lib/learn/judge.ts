// Checks whether a task is solved and how it can be solved, by playing moves with the rules.

import type { Session } from "$lib/engine/rules";
import type { Description, MoveEvent, Moved, View } from "$lib/engine/types";
import { LEARNER, type Task, type Wanted } from "./types";

const fits = (event: MoveEvent, { event: key, args = [] }: Wanted): boolean =>
  event.key === key && args.every((arg, place) => arg === null || event.args[place]?.value === arg);

/** The cell where the moved piece stopped. */
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

/** Judges a ply of the learner; `left` plies may follow. */
export function judge(task: Task, moved: Moved, left: number): Verdict {
  if (moved.description.events.some(({ key }) => key === task.without)) return "missed";
  if (task.wanted.some((wanted) => meets(wanted, moved))) return "done";
  return left > 0 && moved.view.status.over === null ? "open" : "missed";
}

/** Whether an opponent's move completes the task: in some games a move can lose for its own player. */
export const doneByAnswer = (task: Task, moved: Moved): boolean =>
  task.wanted.some((wanted) => wanted.won !== undefined && meets(wanted, moved));

/** The opponents' possible replies: those in the lesson data, or else all legal moves. */
function answersTo({ answers }: Task, view: View, given: number): string[] {
  return answers ? answers.slice(given, given + 1) : view.moves.map(({ move }) => move);
}

interface Found {
  /** A move that solves the task against every reply. */
  does: string | null;
  /** A move that can fail the task. */
  misses: string | null;
}

/** Explores all continuations from the session's position, which is restored afterwards. */
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

/** Explores after the opponents' replies, all of which must leave the task solvable. */
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
