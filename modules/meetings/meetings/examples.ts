import type { LiveAccess } from "./live-access-schemas.ts";
import type { Meeting } from "./schemas.ts";

/** Parameters of operations that need a meeting which is still to be held. */
export const ofScheduledMeeting = { meetingId: "mtg_01jd0z7v9gf2nbrexx3vqjhp42" };

/** Parameters of operations that need a meeting which is live. */
export const ofLiveMeeting = { meetingId: "mtg_01jd0z7v9gf2nbrexx3vqjhp43" };

/** Example of a meeting. */
export const exampleMeeting: Meeting = {
	id: "mtg_01jd0z7v9gf2nbrexx3vqjhp41",
	orgId: "org_01jd0z7v9gf2nbrexx3vqjhp41",
	workspaceId: "wsp_01jd0z7v9gf2nbrexx3vqjhp41",
	title: "Biology, period 3",
	description: null,
	kind: "class",
	state: "scheduled",
	stateReason: null,
	source: "native",
	scheduledStart: "2030-01-01T14:30:00.000Z",
	scheduledEnd: "2030-01-01T15:15:00.000Z",
	startedAt: null,
	endedAt: null,
	durationMs: null,
	hostId: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
	language: "en-US",
	recordingPolicy: { mode: "manual", consent: "required" },
	transcription: { enabled: true, live: false, provider: null, translateTo: [] },
	recording: null,
	whenUnattended: { action: "hold", graceSeconds: 5, endAfterMinutes: null },
	held: null,
	chatAllowed: "everyone",
	camerasVisibleTo: "everyone",
	artifacts: {
		recording: { state: "none", sizeBytes: 0, durationMs: null, expiresAt: null },
		transcript: { state: "none", transcriptId: null, languages: [], segmentCount: 0 },
		translations: [],
		summary: { state: "none", level: null },
	},
	access: "workspace",
	lobby: false,
	conference: { provider: "parley", url: null },
	externalId: null,
	seriesId: null,
	occurrence: null,
	changed: false,
	version: 1,
	createdAt: "2029-12-20T08:00:00.000Z",
	updatedAt: "2029-12-20T08:00:00.000Z",
	joinUrl: "https://api.example.edu/meet/mtg_01jd0z7v9gf2nbrexx3vqjhp41",
};

/** An example of the way into a live meeting. */
export const exampleLiveAccess: LiveAccess = {
	wsUrl: "wss://parley.example.edu/transcription/live?meetingId=mtg_01jd0z7v9gf2nbrexx3vqjhp41",
	sseUrl: "https://parley.example.edu/transcription/live?meetingId=mtg_01jd0z7v9gf2nbrexx3vqjhp41",
	ticket: "v1.0a1b2c3d.Zm9vYmFy",
	expiresAt: "2030-01-01T09:30:30.000Z",
	iceServers: [
		{
			urls: ["turns:parley.example.edu:443?transport=tcp"],
			username:
				"1893533400:org_01jd0z7v9gf2nbrexx3vqjhp41:mtg_01jd0z7v9gf2nbrexx3vqjhp41:par_01jd0z7v9gf2nbrexx3vqjhp41",
			credential: "3f0a6c1e8b5d4f7a9c2e1b0d8f6a4c3e5b7d9f1a2c4e6b8d0f1a3c5e7b9d1f3a",
			expiresAt: "2030-01-01T21:30:00.000Z",
		},
	],
};
