import type { UserView } from "./types.gen";

/** Where somebody's profile is. A name may change, the id does not. */
export const userAddress = ({ id }: Pick<UserView, "id">): string => `/@${encodeURIComponent(id)}`;
