import type { SessionsService } from "#modules/identity/sessions";
import { type Change, PLATFORM } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import type { Identity } from "./ports.ts";
import { identitiesRepository } from "./repository.ts";

export type Identities = ReturnType<typeof createIdentities>;

/** Creates the service that links identities of external issuers to accounts. */
export function createIdentities({ sessions }: { readonly sessions: Pick<SessionsService, "revokeByUser"> }) {
	return {
		/** Links an identity to an account. Returns false when it is linked to one already. */
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
		 * Unlinks an identity from an account and ends its sessions, some of which may be based on it. Returns false when it is
		 * not linked to the account. Lock the user with the sessions first: otherwise a concurrent sign-in could start a session
		 * that is not ended.
		 */
		async unlink(change: Change, userId: string, { issuer, subject }: Identity): Promise<boolean> {
			if (!(await identitiesRepository.remove(change.tx, userId, { issuer, subject }))) return false;
			const ended = await sessions.revokeByUser(change, userId, "identity_unlinked");
			change.invalidate(userId);
			change.record(PLATFORM, facts["auth.unlink_identity"], {
				id: userId,
				otherTargets: ended.ids.map((id) => ({ type: "session", id })),
				object: { userId, issuer },
				auditedChanges: [{ path: "/identities/-", from: { issuer, subject }, to: null }],
			});
			return true;
		},
	};
}
