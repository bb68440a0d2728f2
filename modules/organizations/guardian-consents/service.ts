import type { GuardianConsentRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import { FieldErrors, invalidMember } from "#kernel/field-errors";
import { parseProse } from "#kernel/prose";
import type { RequestContext } from "#kernel/request-context";
import { parseName } from "#kernel/text";
import { assertOrganizationExists, lockWritableOrganization } from "#modules/tenancy/organization-records";
import { settings } from "#modules/tenancy/settings";
import type { Core } from "#platform/module";
import { facts } from "./facts.ts";
import { consentsOf, readConsentsOf } from "./repository.ts";
import { type GuardianConsent, guardianConsentFields, MAX_NOTE, type NoteGuardianConsentRequest } from "./schemas.ts";

/** Returns the error for somebody of whose guardians nothing is noted. */
export const consentNotFound = () =>
	new AppError("not_found", "The organization has no note about the consent of this person's guardians.");

/** Returns the error for a person who is not a member of the organization. */
export const memberNotFound = () => new AppError("not_found", "The organization has no such member.");

/** Returns the error for a member who is no student, or an organization without students. */
export const notAStudent = () =>
	new AppError("state_conflict", "The consent of guardians is noted for students, with `educationMode`.");

export type GuardianConsentsService = ReturnType<typeof createGuardianConsentsService>;

/** Creates the service by which schools note that the guardians of students have consented. */
export function createGuardianConsentsService({
	store,
	clock,
	unitOfWork,
}: Pick<Core, "store" | "clock" | "unitOfWork">) {
	return {
		/** Collects what is wrong with the day of a consent. */
		check({ grantedOn }: Partial<NoteGuardianConsentRequest>, fieldErrors: FieldErrors): void {
			if (grantedOn !== undefined) fieldErrors.check(() => parseDay(grantedOn, "/grantedOn", clock.nowMs()));
		},

		/** Returns what is noted about the guardians of somebody. @throws `not_found` `purged` `invalid_fields` */
		async get({ principal }: RequestContext, orgId: string, userId: string, fields: string | undefined) {
			const select = guardianConsentFields.parse(fields);
			await assertOrganizationExists(store.db, principal, orgId);
			const { data, version } = toVersioned(await readConsentsOf(store.db, orgId).find(userId));
			return { data: select(data), version, variant: fields };
		},

		/**
		 * Notes that the guardians of a student have consented, in place of what was noted before.
		 * @throws `validation_failed` `not_found` `purged` `state_conflict` `precondition_failed`
		 */
		async note(
			context: RequestContext,
			orgId: string,
			userId: string,
			request: NoteGuardianConsentRequest,
		): Promise<Versioned<GuardianConsent>> {
			const noted = parse(request, clock.nowMs());
			return unitOfWork.run(context, async (change) => {
				const organization = await lockWritableOrganization(change.tx, orgId);
				const consents = consentsOf(change.tx, orgId);
				const role = await consents.roleOf(userId);
				if (role === undefined) throw memberNotFound();
				if (role !== "student" || !settings.effective(organization).educationMode) throw notAStudent();
				const before = await consents.lock(userId);
				assertIfMatch(context.ifMatch, before?.version ?? 0);
				if (before && isSame(before, noted)) return toVersioned(before);
				const { nowMs: updatedAtMs, principal } = change;
				const version = (before?.version ?? 0) + 1;
				const row = { ...noted, orgId, userId, recordedBy: principal.id, version, updatedAtMs };
				await consents.put(row);
				change.record(orgId, facts["guardian_consent.note"], { id: userId, object: { userId } });
				return toVersioned(row);
			});
		},

		/** Removes what is noted about the guardians of somebody. @throws `not_found` `purged` `state_conflict` `precondition_failed` */
		async remove(context: RequestContext, orgId: string, userId: string): Promise<void> {
			await unitOfWork.run(context, async (change) => {
				await lockWritableOrganization(change.tx, orgId);
				const consents = consentsOf(change.tx, orgId);
				const row = await consents.lock(userId);
				if (row === undefined) throw consentNotFound();
				assertIfMatch(context.ifMatch, row.version);
				await consents.remove(userId);
				change.record(orgId, facts["guardian_consent.remove"], { id: userId, object: { userId } });
			});
		},
	};
}

type Noted = Pick<GuardianConsentRow, "guardian" | "grantedDay" | "note">;

const isSame = (row: GuardianConsentRow, { guardian, grantedDay, note }: Noted): boolean =>
	row.guardian === guardian && row.grantedDay === grantedDay && row.note === note;

function parse({ grantedBy, grantedOn, note }: NoteGuardianConsentRequest, nowMs: number): Noted {
	const errors = new FieldErrors();
	const parsed = {
		guardian: errors.check(() => parseName(grantedBy, "/grantedBy")) ?? "",
		grantedDay: errors.check(() => parseDay(grantedOn, "/grantedOn", nowMs)) ?? "",
		note: note == null ? null : (errors.check(() => parseProse(note, "/note", MAX_NOTE)) ?? null),
	};
	errors.throwIfAny();
	return parsed;
}

/** Parses a day that has begun somewhere. @throws `validation_failed` */
function parseDay(text: string, path: string, nowMs: number): string {
	const startsAtMs = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
	const isDay = Number.isFinite(startsAtMs) && rfc3339(startsAtMs).startsWith(text);
	if (!isDay) throw invalidMember(path, "invalid_format", "must be a day, such as 2030-01-12");
	// The first time zones are 14 hours ahead.
	if (startsAtMs > nowMs + FIRST_ZONE_MS) throw invalidMember(path, "out_of_range", "must not be in the future");
	return text;
}

const FIRST_ZONE_MS = 14 * 3_600_000;

function toVersioned(row: GuardianConsentRow | undefined): Versioned<GuardianConsent> {
	if (row === undefined) throw consentNotFound();
	const { userId, guardian: grantedBy, grantedDay: grantedOn, note, recordedBy, version, updatedAtMs } = row;
	return { data: { userId, grantedBy, grantedOn, note, recordedBy, updatedAt: rfc3339(updatedAtMs) }, version };
}
