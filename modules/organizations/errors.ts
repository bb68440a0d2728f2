import { AppError } from "#kernel/errors";

export const organizationNotFound = () => new AppError("not_found", "There is no such organization.");

export const organizationPurged = () =>
	new AppError("purged", "The organization was purged and cannot come back.", { meta: { state: "deleted" } });

export const deletionPending = () =>
	new AppError("state_conflict", "The organization is scheduled for deletion: restore it first.", {
		meta: { state: "pending_deletion" },
	});

export const notScheduledForDeletion = (state: string) =>
	new AppError("state_conflict", "The organization is not scheduled for deletion.", { meta: { state } });

export const notSuspended = () =>
	new AppError("state_conflict", "The organization is active already.", { meta: { state: "active" } });

export const blockNotOwned = (authorities: readonly string[]) =>
	new AppError("block_not_owned", `Only the authority that suspended the organization can resume it: ${authorities.join(", ")}.`, {
		meta: { authorities: [...authorities] },
	});

export const valueTaken = (field: "slug" | "externalId") =>
	new AppError("conflict", `Another organization has this ${field}.`, { meta: { field } });

export const billingAccountLocked = () =>
	new AppError("admin_required", "Only a system administrator changes billingAccountId.", {
		meta: { field: "billingAccountId" },
	});

export const forceNotAllowed = () => new AppError("admin_required", "Only a system administrator deletes with force.");

export const unknownFlags = (names: readonly string[], known: readonly string[]) =>
	new AppError("unknown_flag", `There is no feature flag ${names.join(", ")}.`, {
		meta: { known: [...known] },
		faults: names.map((name) => ({ path: `/featureFlags/${pointerStep(name)}`, code: "unknown_flag", message: "is not a known flag" })),
	});

/** One step of a JSON Pointer (RFC 6901). */
const pointerStep = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");
