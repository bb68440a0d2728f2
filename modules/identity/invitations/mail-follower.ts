import type { Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import type { MailFollower } from "#platform/mail";
import { invitationsOf, readInvitationsOf } from "./repository.ts";

/**
 * Returns the follower of the mails of invitations. A mail is no longer sent once its invitation has another token, or
 * was accepted or withdrawn: it would lead nowhere.
 */
export const followInvitationMails = (deps: {
	readonly store: Store;
	/** By which invitations expire: a mail that is dropped because the clock is wrong is missed. */
	readonly settledClock: Clock;
}): MailFollower => ({
	async isWanted({ orgId, version }) {
		const { store, settledClock } = deps;
		return (await readInvitationsOf(store.db, orgId).findPending(version, settledClock.nowMs())) !== undefined;
	},

	async note(tx, { orgId, id, version }, delivery) {
		await invitationsOf(tx, orgId).noteDelivery(id, version, delivery);
	},
});
