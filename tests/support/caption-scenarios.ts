import type { Scenario, ScenarioContext } from "./scenarios.ts";

/** Creates a running meeting with live captions, and returns its path. */
async function liveMeeting({ api, owner: { token, orgId } }: ScenarioContext): Promise<string> {
	const workspace = await api.request("POST", `/orgs/${orgId}/workspaces`, { token, body: { name: "Physics" } });
	const path = `/workspaces/${workspace.body.data.id}/meetings`;
	const body = { title: "Optics", transcription: { live: true } };
	return `/meetings/${(await api.request("POST", path, { token, body })).body.data.meeting.id}`;
}

const newAddress = async ({ api, owner: { token } }: ScenarioContext, meeting: string): Promise<string> =>
	(await api.request("POST", `${meeting}/caption-address`, { token, body: {} })).body.data.url;

/** Mutating operations on captions by `operationId`. */
export const CAPTION_SCENARIOS: Readonly<Record<string, Scenario>> = {
	pushCaptions: {
		records: "transcript.create",
		run: async (world) =>
			world.act("POST", `${await liveMeeting(world)}/captions`, {
				token: world.owner.token,
				body: { segments: [{ text: "Light bends." }] },
			}),
	},
	createCaptionAddress: {
		records: "caption_address.create",
		run: async (world) =>
			world.act("POST", `${await liveMeeting(world)}/caption-address`, { token: world.owner.token, body: {} }),
	},
	deleteCaptionAddress: {
		records: "caption_address.delete",
		async run(world) {
			const meeting = await liveMeeting(world);
			await newAddress(world, meeting);
			return world.act("DELETE", `${meeting}/caption-address`, { token: world.owner.token });
		},
	},
	postCaption: {
		records: null,
		because: "its transcript is recorded with the first caption, by a job's name: the tool has none",
		async run(world) {
			const { pathname, search } = new URL(await newAddress(world, await liveMeeting(world)));
			return world.act("POST", `${pathname}${search}&seq=1`, {
				raw: "Light bends.",
				headers: { "content-type": "text/plain" },
			});
		},
	},
};
