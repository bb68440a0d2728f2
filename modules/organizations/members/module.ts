import { accountCloses } from "#modules/governance/closed-accounts";
import { memberErased } from "#modules/governance/privacy";
import { personRenamed } from "#modules/identity/users";
import { systemContext } from "#modules/tenancy/permissions";
import type { Contribution, Core } from "#platform/module";
import { at } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { memberList } from "./repository.ts";
import { membersRoutes } from "./routes.ts";
import { createMemberSearch } from "./search.ts";
import { createMembersService, type MembersDeps, type MembersService } from "./service.ts";

/** Creates the module that manages the members of organizations and their roles. */
export function createMembersModule(
	core: Core,
	deps: Pick<MembersDeps, "invitations">,
): Contribution & { readonly service: MembersService } {
	const search = createMemberSearch(core);
	const service = createMembersService({ ...core, ...deps });
	return {
		service,
		facts,
		routes: membersRoutes(service),
		searchSource: memberList.source,
		replayRemoval: {
			async member({ orgId, subjectId }) {
				if (orgId !== null) await service.remove(systemContext("cli:restore"), orgId, subjectId);
			},
		},
		reactions: [
			at(personRenamed, search.onPersonRenamed),
			at(memberErased, (change, { orgId, userId }) => service.end(change, orgId, userId)),
			at(accountCloses, service.endAll),
		],
		eraseAccount: (inPortions, userId) => inPortions((tx, limit) => search.erasePortion(tx, userId, limit)),
	};
}
