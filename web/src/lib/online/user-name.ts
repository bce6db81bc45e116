// What somebody is called on the page: a program that plays is marked with a word.

import { t } from "$lib/i18n";
import type { UserView } from "./types.gen";

export const userName = ({ name, bot }: UserView): string => (bot ? t("online.bot", name) : name);

/** Where their profile is. A name may change, the id does not. */
export const userAddress = ({ id }: Pick<UserView, "id">): string => `/@${encodeURIComponent(id)}`;
