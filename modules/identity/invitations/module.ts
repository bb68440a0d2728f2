import type { Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import { keyRightsLost, memberRightsLost } from "#modules/tenancy/permissions";
import type { MailFollower } from "#platform/mail";
import { type Contribution, type Core, eachPerson } from "#platform/module";
import { at } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { invitationMails } from "./mails.ts";
import { createInvitationManagement, type InvitationManagement, type InvitationManagementDeps } from "./management.ts";
import { eraseInvitee, invitationsOf, readInvitationsOf } from "./repository.ts";
import { createInvitationRevocation } from "./revocation.ts";
import { invitationsRoutes } from "./routes.ts";
import { createInvitationsService, type InvitationsDeps, type InvitationsService } from "./service.ts";

/**
 * Returns the follower of the mails of invitations. A mail is no longer sent once its invitation has another token, or
 * was accepted or withdrawn: it would lead nowhere.
 */
const followInvitationMails = (deps: {
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

type InvitationsModuleDeps = Pick<InvitationsDeps, "users" | "passwords" | "join" | "assertSeat"> &
	Pick<InvitationManagementDeps, "assertMayInvite">;

/** Creates the module that sends, manages and accepts invitations to organizations. */
export function createInvitationsModule(
	core: Core,
	deps: InvitationsModuleDeps,
): Contribution & {
	readonly service: InvitationsService;
	readonly management: InvitationManagement;
} {
	const { href } = core.publicUrl;
	const revocation = createInvitationRevocation(core);
	const service = createInvitationsService({ ...core, ...deps, revocation, publicUrl: href });
	const management = createInvitationManagement({ ...core, ...deps, invitations: service });
	return {
		service,
		management,
		reactions: [at(memberRightsLost, revocation.revokeUnauthorized), at(keyRightsLost, revocation.revokeUnauthorized)],
		facts,
		mails: invitationMails,
		mailFollowers: { invitation: followInvitationMails(core) },
		routes: invitationsRoutes(service, management),
		eraseUserData: {
			invitations: eachPerson((inPortions, person) =>
				inPortions((tx, limit) => eraseInvitee(core.store.acrossTenants.within(tx), person, limit)),
			),
		},
	};
}
