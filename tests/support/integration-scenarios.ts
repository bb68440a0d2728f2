import { guestsOf } from "./guests.ts";
import type { SignedIn, TestResponse } from "./harness.ts";
import { launchesOf, type RegisteredLms, startLms, type TestLms } from "./lms.ts";
import type { Scenario, ScenarioContext } from "./scenarios.ts";

/** A learning-management system that is not there. */
export const LMS = {
	type: "lti",
	name: "Moodle",
	issuer: "https://moodle.example.edu",
	clientId: "parley",
	deploymentIds: ["1"],
	authorizationEndpoint: "https://moodle.example.edu/mod/lti/auth.php",
	jwksUri: "https://moodle.example.edu/mod/lti/certs.php",
};

/** Query that starts a launch from it. */
export const LMS_LOGIN = new URLSearchParams({
	iss: LMS.issuer,
	login_hint: "7",
	target_link_uri: "https://x.example",
});

const pathOf = ({ owner }: ScenarioContext, rest = "") => `/orgs/${owner.orgId}/integrations${rest}`;

async function integration(world: ScenarioContext, by: SignedIn = world.owner): Promise<RegisteredLms> {
	const { body } = await world.api.request("POST", pathOf(world), { token: by.token, body: LMS });
	return body.data;
}

const send = async (world: ScenarioContext, method: string, rest = "", body?: object): Promise<TestResponse> =>
	world.act(method, pathOf(world, `/${(await integration(world)).id}${rest}`), {
		token: world.owner.token,
		...(body && { body }),
	});

/** Does something with a learning-management system that is there. */
async function withLms<T>(work: (lms: TestLms) => Promise<T>): Promise<T> {
	const lms = await startLms();
	return work(lms).finally(lms.close);
}

/** Mutating operations on integrations, and launches, by `operationId`. */
export const INTEGRATION_SCENARIOS: Readonly<Record<string, Scenario>> = {
	createIntegration: {
		records: "integration.create",
		run: (world) => world.act("POST", pathOf(world), { token: world.owner.token, body: LMS }),
	},
	updateIntegration: {
		records: "integration.update",
		run: (world) => send(world, "PATCH", "", { state: "disabled" }),
	},
	adoptIntegration: {
		records: "integration.adopt",
		async run(world) {
			const { id } = await integration(world, await world.api.addMember(world.owner, "admin"));
			return world.act("POST", pathOf(world, `/${id}/adopt`), { token: world.owner.token, body: {} });
		},
	},
	testIntegration: { records: "integration.test", run: (world) => send(world, "POST", "/test", {}) },
	deleteIntegration: { records: "integration.delete", run: (world) => send(world, "DELETE") },
	startLtiLaunchByForm: {
		records: null,
		because: "nothing has happened until the launch is completed",
		run: (world) =>
			withLms(async (lms) => {
				const launches = launchesOf(world.api, lms);
				return world.act("POST", ...launches.loginForm(await launches.register(world.owner)));
			}),
	},
	completeLtiLaunch: {
		records: "participant.join",
		run: (world) =>
			withLms(async (lms) => {
				const launches = launchesOf(world.api, lms);
				const { id } = await guestsOf(world.api).openMeeting(world.owner);
				return world.act("POST", ...(await launches.prepare(await launches.register(world.owner), id)));
			}),
	},
};
