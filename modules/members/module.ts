import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { membersOf } from "./repository.ts";
import { membersRoutes } from "./routes.ts";
import { createMembersService, type MembersDeps, type MembersService } from "./service.ts";

/** Creates the module that manages the members of organizations and their roles. */
export function createMembersModule(
	core: Core,
	deps: Pick<MembersDeps, "invitations" | "onRightsRevoked">,
): Contribution & { readonly service: MembersService } {
	const service = createMembersService({ ...core, ...deps });
	return {
		service,
		facts,
		routes: membersRoutes(service),
		eraseTenant: (tx, orgId, limit) => membersOf(tx, orgId).removePortion(limit),
	};
}
