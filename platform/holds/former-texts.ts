import type { FORMER_TEXT_OBJECTS } from "#db/schema";
import { newId } from "#kernel/ids";
import type { Principal } from "#kernel/principal";
import type { Change } from "#platform/unit-of-work";
import { insertIfHeld } from "./repository/former-texts.ts";
import { shareHolds } from "./repository/holds.ts";

/** What of a meeting has texts that can be replaced. */
export type FormerTextObject = (typeof FORMER_TEXT_OBJECTS)[number];

/**
 * The members with texts that can be replaced, by what they are of. What replaces or deletes one of them calls
 * {@link keepFormer}; `tests/architecture/former-texts.test.ts` knows every other column with a text.
 */
export const EDITABLE_TEXTS = {
	meeting: ["title", "description"],
	participant: ["name", "email"],
	speaker: ["label", "participantId", "mergedInto"],
	segment: ["text"],
	translation: ["segmentId", "text"],
	summary: ["overview", "keyPoints", "decisions", "questions", "keywords"],
	action_item: ["text", "ownerName", "dueText"],
} as const satisfies Readonly<Record<FormerTextObject, readonly string[]>>;

/** What of a change is needed to keep what it replaces. */
export type Edit = Pick<Change, "tx" | "nowMs"> & { readonly principal: Pick<Principal, "id"> };

/** What has a text that is replaced. */
export interface Edited {
	readonly orgId: string;
	readonly meetingId: string;
	readonly type: FormerTextObject;
	readonly id: string;
}

/**
 * Keeps what a change replaces of the {@link EDITABLE_TEXTS} of something in a meeting, if an active hold matches the
 * meeting. No hold is placed before the change ends of which it would not know. On Postgres, call it together with the
 * statement that replaces them: it takes no round trip of its own then.
 * @param before what has the texts as they are
 * @param after the same as it will be; `{}`: it is deleted
 */
export async function keepFormer(
	{ tx, nowMs, principal }: Edit,
	{ orgId, meetingId, type, id: objectId }: Edited,
	before: object,
	after: object,
): Promise<void> {
	const [was, is] = [before, after].map((each) => each as Readonly<Record<string, unknown>>);
	const replaced = EDITABLE_TEXTS[type].flatMap((name) => {
		const value = was?.[name] ?? null;
		return isEmpty(value) || Bun.deepEquals(value, is?.[name]) ? [] : [[name, value] as const];
	});
	if (replaced.length === 0) return;
	const row = { orgId, id: newId("fmr"), meetingId, objectType: type, objectId };
	await Promise.all([
		shareHolds(tx, orgId),
		insertIfHeld(tx, {
			...row,
			former: Object.fromEntries(replaced),
			replacedBy: principal.id,
			replacedAtMs: nowMs,
		}),
	]);
}

const isEmpty = (value: unknown): boolean =>
	value === null || value === "" || (Array.isArray(value) && value.length === 0);
