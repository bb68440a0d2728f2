import type { ReadDb } from "#db/store";
import { HOUR_MS, rfc3339 } from "#kernel/clock";
import { FieldErrors } from "#kernel/field-errors";
import type { RequestContext } from "#kernel/request-context";
import { assertWritableOrganization } from "#modules/tenancy/organization-records";
import type { ExpiredContent } from "#platform/artifacts";
import { assertCompliant, atSection } from "#platform/compliance";
import type { Core } from "#platform/module";
import type { SectionOwner, SectionRow } from "#platform/sections";
import { countDue } from "./counts.ts";
import { parseRetention } from "./parse.ts";
import { previewsOf } from "./repository.ts";
import { byClass, periodMs, retentionPolicy } from "./retention-policy.ts";
import type { ClassPreview, RetentionOverrides, RetentionPreview } from "./schemas.ts";
import { timestamp } from "./shown.ts";
import { RETENTION_CLASSES, type RetentionClass } from "./values.ts";

/** How long a preview permits a change that takes effect at once. */
const PREVIEW_MS = HOUR_MS;

export interface PreviewsDeps extends Pick<Core, "store" | "clock" | "newId" | "unitOfWork"> {
	readonly owner: SectionOwner;
}

export type PreviewsService = ReturnType<typeof createPreviews>;

/** Creates the service that shows what a retention policy would purge. */
export function createPreviews({ store, clock, newId, unitOfWork, owner }: PreviewsDeps) {
	return {
		/**
		 * Counts what a policy would purge if it took effect at once, and stores it as the preview of that policy.
		 * @throws `validation_failed` `compliance_violation` `not_found` `purged` `state_conflict`
		 */
		async create(context: RequestContext, orgId: string, request: RetentionOverrides): Promise<RetentionPreview> {
			const fieldErrors = new FieldErrors();
			const overrides = parseRetention(request, fieldErrors, "");
			fieldErrors.throwIfAny();
			const row = await owner.find(context.principal, orgId);
			assertMaySet(row, overrides);
			const policy = retentionPolicy.effective({ ...row, retentionPolicy: overrides });
			const counts = new Map<RetentionClass, ClassPreview>();
			for (const name of RETENTION_CLASSES)
				counts.set(name, await countClass(store.db, orgId, name, clock.nowMs() - periodMs(policy[name])));
			const classes = byClass((name) => counts.get(name) ?? toClassPreview(undefined));
			return unitOfWork.run(context, async (change) => {
				await assertWritableOrganization(change.tx, orgId);
				const expiresAtMs = change.nowMs + PREVIEW_MS;
				const id = newId("rpv");
				await previewsOf(change.tx, orgId).insert({ id, policy, createdAtMs: change.nowMs, expiresAtMs });
				return { previewId: id, policy, classes, expiresAt: rfc3339(expiresAtMs) };
			});
		},
	};
}

/** Asserts that the policy could be set: what it would purge says nothing of one that could not. @throws `compliance_violation` */
function assertMaySet(row: SectionRow, retentionPolicy: RetentionOverrides): void {
	try {
		assertCompliant(row, { ...row, retentionPolicy });
	} catch (error) {
		throw atSection(error, "retentionPolicy");
	}
}

const countClass = async (db: ReadDb, orgId: string, name: RetentionClass, cutoffMs: number): Promise<ClassPreview> =>
	toClassPreview(await countDue(db, orgId, name, cutoffMs));

const toClassPreview = (counted: ExpiredContent | undefined): ClassPreview => ({
	items: counted?.items ?? 0,
	bytes: counted?.bytes ?? 0,
	oldest: timestamp(counted?.oldestAtMs ?? null),
	newest: timestamp(counted?.newestAtMs ?? null),
	heldItems: counted?.heldItems ?? 0,
});
