import type { UserRow } from "#db/schema";
import type { RequestContext } from "#kernel/request-context";
import { defineMoment } from "#platform/unit-of-work";

/** A person signs in; their session has not begun: they may become a member of something before. */
export const personSignsIn = defineMoment<UserRow, RequestContext>("session.begins");
