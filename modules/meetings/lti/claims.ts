import { isJsonObject, type JsonObject } from "#kernel/json";
import { fitName } from "#kernel/text";
import { launchRefused } from "./errors.ts";

const PREFIX = "https://purl.imsglobal.org/spec/lti/claim/";
const MEETING_ID = /^mtg_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
/** Name of a person whom the platform does not name. */
const NAMELESS = "Guest";

/** Asserts that a token is a link of one of these deployments that somebody opened (LTI 1.3 §5.3). @throws `forbidden` */
export function assertResourceLink(claims: JsonObject, deploymentIds: readonly string[]): void {
	if (claims[`${PREFIX}message_type`] !== "LtiResourceLinkRequest") throw launchRefused("message_type");
	if (claims[`${PREFIX}version`] !== "1.3.0") throw launchRefused("version");
	const deploymentId = claims[`${PREFIX}deployment_id`];
	if (!deploymentIds.some((known) => known === deploymentId)) throw launchRefused("deployment_id");
}

/** Returns the name that others in the meeting see. The platform may give none, and parts of one. */
export function nameOf({ name, given_name: given, family_name: family }: JsonObject): string {
	const parts = [given, family].filter((part) => typeof part === "string").join(" ");
	return fitName(typeof name === "string" ? name : "") ?? fitName(parts) ?? NAMELESS;
}

/**
 * Returns the id of the meeting that a link leads to: of its custom parameter `meeting`, else of the parameter of that name
 * in its address; null when it names none.
 */
export function meetingOf(claims: JsonObject): string | null {
	const custom = claims[`${PREFIX}custom`];
	const target = claims[`${PREFIX}target_link_uri`];
	const named = isJsonObject(custom) ? custom.meeting : undefined;
	const id = named ?? (typeof target === "string" ? URL.parse(target)?.searchParams.get("meeting") : null);
	return typeof id === "string" && MEETING_ID.test(id) ? id : null;
}
