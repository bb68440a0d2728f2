import { keyRightsLost, memberRightsLost } from "#modules/tenancy/permissions";
import { type Contribution, type Core, eachPerson } from "#platform/module";
import { at } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { followInvitationMails } from "./mail-follower.ts";
import { invitationMails } from "./mails.ts";
import { createInvitationManagement, type InvitationManagement, type InvitationManagementDeps } from "./management.ts";
import { eraseInvitee } from "./repository.ts";
import { createInvitationRevocation } from "./revocation.ts";
import { invitationsRoutes } from "./routes.ts";
import { createInvitationsService, type InvitationsDeps, type InvitationsService } from "./service.ts";

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
