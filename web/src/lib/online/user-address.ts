import type { UserView } from "./types.gen";

/** A user's profile. Names may change, ids do not. */
export const userAddress = ({ id }: Pick<UserView, "id">): string => `/@${encodeURIComponent(id)}`;
