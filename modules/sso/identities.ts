import type { SessionsService } from "#modules/sessions";
import { type Change, PLATFORM } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import type { Identity } from "./ports.ts";
import { identitiesRepository } from "./repository.ts";

/** See {@link createIdentities}. */
export type Identities = ReturnType<typeof createIdentities>;

/** Which identities of outside issuers sign in to which accounts. */
export function createIdentities({ sessions }: { readonly sessions: Pick<SessionsService, "revokeByUser"> }) {
	return {
		/** Lets an identity sign in to an account; false when it signs in to one already. */
		async link(change: Change, userId: string, { issuer, subject }: Identity): Promise<boolean> {
			const row = { issuer, subject, userId, createdAtMs: change.nowMs };
			if (!(await identitiesRepository.insert(change.tx, row))) return false;
			change.invalidate(userId);
			change.record(PLATFORM, facts["auth.link_identity"], {
				id: userId,
				object: { userId, issuer },
				auditedChanges: [{ path: "/identities/-", from: null, to: { issuer, subject } }],
			});
			return true;
		},

		/**
		 * Takes an identity from an account and ends its sessions, since some may rest on it; false when it is not theirs. Call it
		 * with the sessions held, then the person locked: a sign-in that is half done would start a session that this does not see.
		 */
		async unlink(change: Change, userId: string, { issuer, subject }: Identity): Promise<boolean> {
			if (!(await identitiesRepository.remove(change.tx, userId, { issuer, subject }))) return false;
			const ended = await sessions.revokeByUser(change, userId, "identity_unlinked");
			change.invalidate(userId);
			change.record(PLATFORM, facts["auth.unlink_identity"], {
				id: userId,
				otherTargets: ended.map((id) => ({ type: "session", id })),
				object: { userId, issuer },
				auditedChanges: [{ path: "/identities/-", from: { issuer, subject }, to: null }],
			});
			return true;
		},
	};
}
