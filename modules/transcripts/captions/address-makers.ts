import type { ReadDb } from "#db/store";
import { AppError } from "#kernel/errors";
import type { Principal } from "#kernel/principal";
import { runsOwnMeetings } from "#modules/meetings/meetings";
import type { Makers } from "./ports.ts";

/** Who has made a secret address of a meeting, as stored. */
interface Made {
	readonly createdBy: string;
	/** For somebody of the provider, who alone vouches for them, what identifies them until their token expires; null for others. */
	readonly identity: string | null;
}

export type AddressMakers = ReturnType<typeof createAddressMakers>;

/** Creates what knows who has made the secret addresses of meetings: they work as long as that person may run the meeting. */
export function createAddressMakers(makers: Makers) {
	return {
		/** Returns what is stored of who makes an address. */
		madeBy: (principal: Principal): Made => ({
			createdBy: principal.id,
			identity: principal.kind === "external" ? makers.identify(principal) : null,
		}),

		/**
		 * Returns somebody of the provider who has made an address, as long as their token is valid; null: it was somebody else,
		 * or it is not. Not inside a change.
		 */
		async strangerOf({ identity }: Made): Promise<Principal | null> {
			if (identity === null) return null;
			try {
				return await makers.recognize(identity, { ip: null });
			} catch (error) {
				if (error instanceof AppError) return null;
				throw error;
			}
		},

		/** Returns who has made an address, with the rights they hold now; null when they may not run meetings at all. */
		async makerOf(
			db: ReadDb,
			{ orgId, createdBy, identity }: Made & { readonly orgId: string },
			stranger: Principal | null,
		): Promise<Principal | null> {
			const maker = identity === null ? await makers.standingOf(db, orgId, createdBy) : stranger;
			const mayTry = maker !== null && (maker.scopes.has("meeting:write") || runsOwnMeetings(maker));
			return mayTry ? maker : null;
		},
	};
}
