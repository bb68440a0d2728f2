import { Type } from "@sinclair/typebox";
import type { TakenContent } from "#http/content";
import { Envelope, ok } from "#http/envelope";
import { operation, type Tag } from "#http/operation";
import { createdResponse, emptyResponse } from "#http/resource";
import { type CaptionAddress, IssuedCaptionAddress, PushCaptionsRequest, PushedCaptions } from "./schemas.ts";

const tag: Tag = { name: "Captions", description: "What is said in live meetings, as others hear or type it." };

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
	description: "The last number that was taken, as text",
	schema: Type.String({ examples: ["7"] }),
	mediaTypes: { "text/plain": { schema: Type.String({ examples: ["7"] }) } },
};

/** Documentation of the operations on captions. */
export const documentation = {
	push: operation({
		id: "pushCaptions",
		summary: "Send captions of a live meeting",
		description:
			"From another recognizer, or a captioner: they are shown to whoever reads the meeting live and become segments of its live transcript, like those made here. JSON with up to 100 segments, or one caption as text. A partial (`final: false`) is shown and not stored; send its `id` with the final that it becomes, and again with a better text to replace that. With `seq`, a request that is sent again changes nothing. Finals are durable when they are answered. For those who run the meeting.",
		tag,
		responses: {
			201: {
				description: "What became of them",
				schema: Envelope(PushedCaptions),
				example: ok("Captions taken", pushed),
			},
		},
		errors: ["not_found", "forbidden", "purged", "state_conflict", "consent_required", "validation_failed"],
	}),

	createAddress: operation({
		id: "createCaptionAddress",
		summary: "Create the caption address of a meeting",
		description:
			"A secret address for tools that post captions to Zoom: they POST each caption as text and append `&seq=` and `&lang=`. It can be made before the meeting starts, and takes captions while it is live. Replaces the address there was. For those who run the meeting.",
		tag,
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
		description: "Whoever has it writes no captions any more. For those who run the meeting.",
		tag,
		responses: { 204: emptyResponse("Deleted") },
		errors: ["not_found", "forbidden", "purged", "state_conflict"],
	}),

	post: operation({
		id: "postCaption",
		summary: "Post a caption to a caption address",
		description:
			"For captioners' tools, which have no token. `seq` rises with each caption; one that is not above the last changes nothing, so a request may be sent again. 400 while the meeting is not live, 403 for an address that is none.",
		tag,
		responses: { 200: lastNumber },
		errors: [
			"forbidden",
			"invalid_request",
			"consent_required",
			"organization_suspended",
			"state_conflict",
			"purged",
			"not_found",
			"validation_failed",
		],
	}),

	lastSeq: operation({
		id: "getCaptionSeq",
		summary: "Get the last number at a caption address",
		description: "For tools that were started again; 0 when nothing was posted.",
		tag,
		responses: { 200: lastNumber },
		errors: ["forbidden", "invalid_request"],
	}),
};
