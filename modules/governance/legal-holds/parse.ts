import type { LegalHoldRow } from "#db/schema";
import { FieldErrors } from "#kernel/field-errors";
import { parseInstant } from "#kernel/instant";
import { parseProse } from "#kernel/prose";
import { parseName } from "#kernel/text";
import { text } from "#kernel/texts";
import type { PlaceLegalHoldRequest } from "./schemas.ts";
import type { HoldScope } from "./values.ts";

/** Maximum length of a reason. */
export const MAX_REASON = 2_000;

/** What a hold is on. */
export type HoldTarget = Pick<
	LegalHoldRow,
	"scope" | "meetingId" | "userId" | "workspaceId" | "rangeStartsAtMs" | "rangeEndsAtMs"
>;

/** The columns that a request sets. */
export type ParsedHold = HoldTarget & Pick<LegalHoldRow, "name" | "matter" | "reason">;

/** The members of a request that say what it is about; any of them may be of a kind that its schema refuses. */
type NamedScope = { readonly [N in "scope" | "meetingId" | "userId" | "workspaceId" | "from" | "to"]?: unknown };

/** Returns the scope that the members of a request amount to; null: they name nothing. */
function impliedScope({ meetingId, userId, workspaceId, from, to }: NamedScope): HoldScope | null {
	if (meetingId !== undefined) return "meeting";
	if (userId !== undefined) return "person";
	if (workspaceId !== undefined) return "workspace";
	return (from ?? to) == null ? null : "period";
}

/** Validates a request and converts it to columns. @throws `validation_failed` */
export function parseHold(request: PlaceLegalHoldRequest): ParsedHold {
	const { name, matter, reason, meetingId, userId, workspaceId, from, to } = request;
	const errors = new FieldErrors();
	const implied = impliedScope(request);
	const scope = implied ?? request.scope ?? "organization";
	const parsed: ParsedHold = {
		name: errors.check(() => parseName(name, "/name")),
		matter: matter == null ? null : errors.check(() => parseName(matter, "/matter")),
		reason: parseReason(reason, errors),
		scope,
		meetingId: meetingId ?? null,
		userId: userId ?? null,
		workspaceId: workspaceId ?? null,
		rangeStartsAtMs: from == null ? null : errors.check(() => parseInstant(from, "/from")),
		rangeEndsAtMs: to == null ? null : errors.check(() => parseInstant(to, "/to")),
	};
	assertOneScope(request, implied, errors);
	const { rangeStartsAtMs, rangeEndsAtMs } = parsed;
	if (rangeStartsAtMs != null && rangeEndsAtMs != null && rangeEndsAtMs <= rangeStartsAtMs)
		errors.add("/to", "invalid", "must be later than from");
	errors.throwIfAny();
	return parsed;
}

/** Validates a reason; what is wrong with it goes to `errors`. */
export const parseReason = (reason: string | null | undefined, errors: FieldErrors): string | null =>
	reason == null ? null : errors.check(() => parseProse(reason, "/reason", MAX_REASON));

/** Collects what is wrong with the scope that a request amounts to, by the members it has. */
export const checkScope = (request: NamedScope, _path: string, errors: FieldErrors): void =>
	assertOneScope(request, impliedScope(request), errors);

/** Adds what is wrong with what a request names: nothing, more than one thing, or another scope than it says. */
function assertOneScope(request: NamedScope, implied: HoldScope | null, errors: FieldErrors): void {
	const { scope, meetingId, userId, workspaceId, from, to } = request;
	const named = Object.entries({ meetingId, userId, workspaceId }).filter(([, id]) => id !== undefined);
	for (const [member] of named.slice(1))
		errors.add(`/${member}`, "invalid", "must not be given together with another id: a hold has one scope");
	if (meetingId !== undefined && (from ?? to) != null)
		errors.add(from == null ? "/to" : "/from", "invalid", "must not be given for a single meeting");
	if (implied === null && scope !== "organization")
		errors.add(
			"/scope",
			scope === undefined ? "required" : "invalid",
			"must be organization where no meeting, person, workspace or time range is given",
		);
	if (implied !== null && scope !== undefined && scope !== implied)
		errors.add("/scope", "invalid", text("must be {implied}, as the other members say, or be left out", { implied }));
}
