import type { UserRow } from "#db/schema";
import type { Db } from "#db/store";
import type { AppError } from "#kernel/errors";
import type { DeviceInfo } from "./schemas.ts";

/** A successful authentication, established before the transaction. It may have become invalid when the session starts. */
export interface Proof {
	/**
	 * Whether it is still valid; called in the transaction that starts the session.
	 * @param now the current row of the user, active, with a shared lock
	 */
	readonly isStillValid: (tx: Db, now: UserRow) => boolean | Promise<boolean>;
	/** Returns the error when it is not, or the user is no longer active: the one a later attempt would get. */
	readonly toError: () => AppError;
}

/** A sign-in: the authentication, the requested organization and the device. */
export interface SignIn {
	readonly proof: Proof;
	/** RFC 8176 values, such as `pwd`, `otp`, `hwk`. */
	readonly authMethods: readonly string[];
	/** The requested organization; undefined: that of the oldest membership. */
	readonly orgId: string | undefined;
	readonly device: DeviceInfo | undefined;
	/** Token of the device (`SessionCookies.deviceTokenOf`), known from now on. Null or absent: unidentified. */
	readonly deviceToken?: string | null | undefined;
}
