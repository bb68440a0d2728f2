import type { SignedIn } from "./harness.ts";
import type { Scenario, ScenarioContext } from "./scenarios.ts";

/** A stream to a server that is not there. */
export const STREAM = { name: "SIEM", type: "syslog", host: "syslog.example.com", port: 6514 };

const pathOf = ({ owner }: ScenarioContext, rest = "") => `/orgs/${owner.orgId}/audit-streams${rest}`;

async function stream(world: ScenarioContext, by: SignedIn = world.owner): Promise<string> {
	const { body } = await world.api.request("POST", pathOf(world), { token: by.token, body: STREAM });
	return body.data.id;
}

/** Mutating operations on audit streams by `operationId`. */
export const AUDIT_STREAM_SCENARIOS: Readonly<Record<string, Scenario>> = {
	createAuditStream: {
		records: "audit_stream.create",
		run: (world) => world.act("POST", pathOf(world), { token: world.owner.token, body: STREAM }),
	},
	updateAuditStream: {
		records: "audit_stream.update",
		run: async (world) =>
			world.act("PATCH", pathOf(world, `/${await stream(world)}`), {
				token: world.owner.token,
				body: { categories: ["auth"] },
			}),
	},
	adoptAuditStream: {
		records: "audit_stream.adopt",
		async run(world) {
			const id = await stream(world, await world.api.addMember(world.owner, "admin"));
			return world.act("POST", pathOf(world, `/${id}/adopt`), { token: world.owner.token, body: {} });
		},
	},
	testAuditStream: {
		records: "audit_stream.test",
		run: async (world) =>
			world.act("POST", pathOf(world, `/${await stream(world)}/test`), { token: world.owner.token, body: {} }),
	},
	deleteAuditStream: {
		records: "audit_stream.delete",
		run: async (world) => world.act("DELETE", pathOf(world, `/${await stream(world)}`), { token: world.owner.token }),
	},
};
