import type { UserRow } from "#db/schema";
import type { Db } from "#db/store";
import type { AppError } from "#kernel/errors";
import type { DeviceInfo } from "./schemas.ts";

/** What somebody proved, a moment ago, outside any transaction. It may not hold any more when the session starts. */
export interface Proof {
	/**
	 * Whether it still holds: asked in the transaction that starts the session.
	 * @param now the person, active; they stay as they are until it ends
	 */
	readonly isStillValid: (tx: Db, now: UserRow) => boolean | Promise<boolean>;
	/** What is answered when it does not, or the person is not active any more: what they would hear if they had come later. */
	readonly toError: () => AppError;
}

/** How a person proved who they are, and where they want to go. */
export interface SignIn {
	readonly proof: Proof;
	/** RFC 8176 values, such as `pwd`, `otp`, `hwk`. */
	readonly authMethods: readonly string[];
	/** The organization asked for; undefined: the oldest membership. */
	readonly orgId: string | undefined;
	readonly device: DeviceInfo | undefined;
	/** What tells the device from a stranger's (`SessionCookies.deviceOf`); it is known from now on. Null or absent: nothing does. */
	readonly deviceToken?: string | null | undefined;
}
