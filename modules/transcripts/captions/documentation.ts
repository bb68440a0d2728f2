import { Type } from "@sinclair/typebox";
import type { TakenContent } from "#http/content";
import { Envelope, ok } from "#http/envelope";
import { operation, type Tag } from "#http/operation";
import { createdResponse, emptyResponse } from "#http/resource";
import { ofLiveMeeting } from "#modules/meetings/meetings";
import { type CaptionAddress, IssuedCaptionAddress, PushCaptionsRequest, PushedCaptions } from "./schemas.ts";

const tag: Tag = { name: "Captions", description: "Captions for live meetings from other recognizers and captioners." };

const pushed: PushedCaptions = {
	sessionId: "lvs_01jd0z7v9gf2nbrexx3vqjhp41",
	transcriptId: "trn_01jd0z7v9gf2nbrexx3vqjhp41",
	lastSeq: 12,
	captionSeq: null,
	segments: [{ id: "seg_01jd0z7v9gf2nbrexx3vqjhp41", final: true }],
};
const address: CaptionAddress = {
	meetingId: "mtg_01jd0z7v9gf2nbrexx3vqjhp41",
	createdAt: "2030-01-01T09:30:00.000Z",
};
const plain = Type.String({ description: "One caption, UTF-8." });
const line = "Light bends where it enters glass.";
/** Most bytes of a caption that is posted as text. */
const MAX_TEXT_BYTES = 64 << 10;

/** What the operation on captions takes. */
export const CAPTIONS: TakenContent = {
	maxBytes: 1 << 20,
	mediaTypes: {
		"application/json": {
			schema: PushCaptionsRequest,
			example: { segments: [{ text: line, speaker: { label: "Ada Lovelace" }, startMs: 61_000, endMs: 64_200 }] },
		},
		"text/plain": { schema: plain, example: line },
	},
};

/** What a caption address takes. */
export const CAPTION: TakenContent = {
	maxBytes: MAX_TEXT_BYTES,
	mediaTypes: { "text/plain": { schema: plain, example: line } },
};

const lastNumber = {
	description: "The last number that was accepted, as text",
	schema: Type.String({ examples: ["7"] }),
	mediaTypes: { "text/plain": { schema: Type.String({ examples: ["7"] }) } },
};

/** Documentation of the operations on captions. */
export const documentation = {
	push: operation({
		id: "pushCaptions",
		summary: "Send captions of a live meeting",
		description:
			"Takes captions from another speech recognizer or a captioner. They are shown to everyone following " +
			"the meeting live and become segments of its live transcript. Send JSON with up to 100 segments, or " +
			"a single caption as text. A partial (`final: false`) is shown but not stored; send its `id` with " +
			"the final version, and again to replace the text later. With `seq`, a repeated request has no " +
			"effect. Final captions are stored before the response is sent. Nothing is attributed to a participant who denied " +
			"consent to transcription (403), by id or by name. Requires the right to run the meeting.",
		tag,
		examples: ofLiveMeeting,
		responses: {
			201: {
				description: "The accepted captions",
				schema: Envelope(PushedCaptions),
				example: ok("Captions accepted", pushed),
			},
		},
		errors: [
			"entitlement_required",
			"not_found",
			"forbidden",
			"purged",
			"state_conflict",
			"meeting_held",
			"consent_required",
			"validation_failed",
		],
	}),

	createAddress: operation({
		id: "createCaptionAddress",
		summary: "Create the caption address of a meeting",
		description:
			"Creates a secret address for tools that can post captions to Zoom: they POST each caption as text and " +
			"append `&seq=` and `&lang=`. It can be created before the meeting starts and accepts captions while the " +
			"meeting is live. Replaces the previous address. Requires the right to run the meeting, and works as long " +
			"as its creator has it.",
		tag,
		examples: ofLiveMeeting,
		responses: {
			201: createdResponse("caption address", "The address", IssuedCaptionAddress, "Caption address created", {
				...address,
				url: "https://api.example.edu/captions/01jd0z7v9gf2nbrexx3vqjhp4101jd0z7v9gf2nbrexx3vqjhp41Q8x?v=1",
			}),
		},
		errors: ["not_found", "forbidden", "purged", "state_conflict"],
	}),

	removeAddress: operation({
		id: "deleteCaptionAddress",
		summary: "Delete the caption address of a meeting",
		description: "The address stops accepting captions. Requires the right to run the meeting.",
		tag,
		examples: ofLiveMeeting,
		responses: { 204: emptyResponse("Deleted") },
		errors: ["not_found", "forbidden", "purged", "state_conflict"],
	}),

	post: operation({
		id: "postCaption",
		summary: "Post a caption to a caption address",
		description:
			"For captioners' tools, which send no token. `seq` increases with each caption; one that is not " +
			"higher than the last has no effect, so requests may be repeated. Returns 400 while the meeting is " +
			"not live, and 403 for an unknown address.",
		tag,
		responses: { 200: lastNumber },
		errors: [
			"entitlement_required",
			"forbidden",
			"invalid_request",
			"consent_required",
			"organization_suspended",
			"state_conflict",
			"meeting_held",
			"purged",
			"not_found",
			"validation_failed",
		],
	}),

	lastSeq: operation({
		id: "getCaptionSeq",
		summary: "Get the last caption number of a caption address",
		description: "For tools that resume after a restart; 0 if nothing has been posted.",
		tag,
		responses: { 200: lastNumber },
		errors: ["forbidden", "invalid_request"],
	}),
};
