import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { membersOf } from "./repository.ts";
import { membersRoutes } from "./routes.ts";
import { createMembersService, type MembersDeps, type MembersService } from "./service.ts";

/** Who belongs to an organization, and in which role. */
export function createMembersModule(
	core: Core,
	deps: Pick<MembersDeps, "invitations" | "onRightsRevoked">,
): Contribution & { readonly service: MembersService } {
	const service = createMembersService({ ...core, ...deps });
	return {
		service,
		facts,
		routes: membersRoutes(service),
		eraseTenant: async (tx, orgId) => void (await membersOf(tx, orgId).removeAll()),
	};
}
