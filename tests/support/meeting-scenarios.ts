import { updateArtifacts } from "#modules/meetings/meetings";
import { systemContext } from "#modules/tenancy/permissions";
import type { Scenario, ScenarioContext } from "./scenarios.ts";

const SCHEDULED = { title: "Optics", scheduledStart: "2030-06-01T09:30:00" };

const send = (world: ScenarioContext, method: string, path: string, body: unknown = {}) =>
	world.act(method, path, { token: world.owner.token, body });

/** Creates a workspace and returns the path of its meetings. */
async function meetingsPath({ api, owner }: ScenarioContext): Promise<string> {
	const body = { name: "Physics" };
	const { body: made } = await api.request("POST", `/orgs/${owner.orgId}/workspaces`, { token: owner.token, body });
	return `/workspaces/${made.data.id}/meetings`;
}

/** Creates a meeting and returns its path. */
async function meeting(world: ScenarioContext, body: Record<string, unknown> = SCHEDULED): Promise<string> {
	const path = await meetingsPath(world);
	const made = await world.api.request("POST", path, { token: world.owner.token, body });
	return `/meetings/${made.body.data.meeting.id}`;
}

/** Mutating operations on meetings and calendar feeds by `operationId`. */
export const MEETING_SCENARIOS: Readonly<Record<string, Scenario>> = {
	createMeeting: {
		records: "meeting.schedule",
		run: async (world) => send(world, "POST", await meetingsPath(world), SCHEDULED),
	},
	createLiveTicket: {
		records: null,
		because: "a ticket gives nothing by itself, and lasts for 30 seconds",
		run: async (world) => {
			const path = await meeting(world, { title: "Optics" });
			return send(world, "POST", "/transcription/live/tickets", { meetingId: path.slice("/meetings/".length) });
		},
	},
	updateMeeting: {
		records: "meeting.update",
		run: async (world) => send(world, "PATCH", await meeting(world), { title: "Waves" }),
	},
	startMeeting: {
		records: "meeting.start",
		run: async (world) => send(world, "POST", `${await meeting(world)}/start`),
	},
	endMeeting: {
		records: "meeting.end",
		run: async (world) => send(world, "POST", `${await meeting(world, { title: "Optics" })}/end`),
	},
	cancelMeeting: {
		records: "meeting.cancel",
		run: async (world) => send(world, "POST", `${await meeting(world)}/cancel`),
	},
	deleteMeeting: {
		records: "meeting.delete",
		run: async (world) => world.act("DELETE", await meeting(world), { token: world.owner.token }),
	},
	renewJoinCode: {
		records: "meeting.renew_code",
		run: async (world) => send(world, "POST", `${await meeting(world, { ...SCHEDULED, access: "link" })}/join-code`),
	},
	deleteJoinCode: {
		records: "meeting.drop_code",
		run: async (world) => {
			const path = `${await meeting(world, { ...SCHEDULED, access: "link" })}/join-code`;
			return world.act("DELETE", path, { token: world.owner.token });
		},
	},

	createCalendarFeed: {
		records: "calendar_feed.create",
		run: (world) => send(world, "POST", "/auth/profile/calendar-feed"),
	},
	deleteCalendarFeed: {
		records: "calendar_feed.delete",
		async run(world) {
			const { token } = world.owner;
			await world.api.request("POST", "/auth/profile/calendar-feed", { token, body: {} });
			return world.act("DELETE", "/auth/profile/calendar-feed", { token });
		},
	},
};

/** Ends a meeting and says what is made of it. */
async function makeOf(world: ScenarioContext, ...states: readonly ("processing" | "ready" | "failed")[]) {
	const path = await meeting(world, { title: "Optics" });
	await world.api.request("POST", `${path}/end`, { token: world.owner.token, body: {} });
	for (const state of states)
		await world.api.parley.services.unitOfWork.run(systemContext("job:test"), (change) =>
			updateArtifacts(change, world.owner.orgId, path.slice("/meetings/".length), {
				recording: { state, sizeBytes: 1, durationMs: null },
			}),
		);
}

/** Scenarios, by name of the fact, for facts that no operation's regular scenario records. */
export const FURTHER_MEETING_SCENARIOS: Readonly<Record<string, (world: ScenarioContext) => Promise<unknown>>> = {
	"meeting.process": (world) => makeOf(world, "processing"),
	"meeting.complete": (world) => makeOf(world, "processing", "ready"),
	"meeting.fail": (world) => makeOf(world, "failed"),
};
