import { Type } from "@sinclair/typebox";
import type { TakenContent } from "#http/content";
import { operation, type Tag } from "#http/operation";
import { emptyResponse, getResponses, versionedResponse } from "#http/resource";
import { MAX_LOGO_BYTES } from "./logo.ts";
import { Branding, brandingFields } from "./schemas.ts";

const tag: Tag = {
	name: "Branding",
	description: "Name, logo, colour and mail sender of an organization in the console, on pages and in mails.",
};

/** Example of the branding of an organization. */
export const exampleBranding: Branding = {
	displayName: "Green Valley",
	color: "#7a1fa2",
	accent: { light: "#7a1fa2", dark: "#bd8fd1" },
	mail: { senderName: "Green Valley School", replyTo: "office@greenvalley.example" },
	logo: {
		url: "https://api.example.edu/logos/01jd0z7v9gf2nbrexx3vqjhp41Q8x",
		width: 320,
		height: 96,
		sizeBytes: 8_412,
	},
};

const bytes = Type.String({ format: "binary" });
const picture = { schema: bytes };

const HEADERS = { ETag: "The hash of the content, for If-None-Match and If-Range." };

/** What the operation on logos takes. */
export const LOGO: TakenContent = {
	maxBytes: MAX_LOGO_BYTES,
	mediaTypes: { "image/png": picture, "image/jpeg": picture, "image/webp": picture },
};

/** Documentation of the operations on branding. */
export const documentation = {
	get: operation({
		id: "getBranding",
		summary: "Get the branding of an organization",
		tag,
		responses: getResponses("The branding", brandingFields.schema, "Branding retrieved", exampleBranding),
	}),

	update: operation({
		id: "updateBranding",
		summary: "Update the branding of an organization",
		description:
			"Takes a JSON merge patch, also within `mail`: omitted values stay, null removes them. Any colour is accepted: where " +
			"it is too weak for text, `accent` shows the darker or lighter shades in use. Mails keep the address " +
			"of the installation; `senderName` changes the name beside it. Mails about billing are sent without branding.",
		tag,
		request: { color: "#7a1fa2", mail: { senderName: "Green Valley School", replyTo: null } },
		responses: { 200: versionedResponse("The branding", Branding, "Branding updated", exampleBranding) },
		errors: ["precondition_failed"],
	}),

	setLogo: operation({
		id: "setLogo",
		summary: "Set the logo of an organization",
		description:
			"Takes a PNG, JPEG or WebP of up to 256 KiB and 16,777,216 pixels, recognized by its content; SVG and animations get " +
			"415. The picture is drawn anew as a PNG of at most 512 × 256 pixels, without its metadata. Replaces the previous " +
			"logo, whose address stops working.",
		tag,
		responses: { 200: versionedResponse("The branding", Branding, "Logo set", exampleBranding) },
		errors: ["precondition_failed", "media_unreadable", "validation_failed", "storage_full"],
	}),

	removeLogo: operation({
		id: "deleteLogo",
		summary: "Delete the logo of an organization",
		description: "Its address stops working; a browser or proxy may show it for up to a day.",
		tag,
		responses: { 204: emptyResponse("Deleted") },
		errors: ["not_found", "precondition_failed"],
	}),

	readLogo: operation({
		id: "readLogo",
		summary: "Read a logo by its address",
		description: "For browsers and mail programs, which send no token. The address cannot be guessed.",
		tag,
		responses: {
			200: { description: "The logo", schema: Type.Any(), headers: HEADERS, mediaTypes: { "image/png": picture } },
			206: {
				description: "The requested part",
				schema: Type.Any(),
				headers: { ...HEADERS, "Content-Range": "The position of the part, and the size of the content." },
				mediaTypes: { "image/png": picture },
			},
		},
		errors: ["not_found", "gone", "range_not_satisfiable"],
	}),
};
