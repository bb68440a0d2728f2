import { AppError } from "#kernel/errors";

/** Signing in to an organization one does not belong to. */
export const notAMember = () => new AppError("org_mismatch", "You are not a member of that organization.");
