import { Type } from "@sinclair/typebox";
import { operation } from "#http/operation";
import { exampleId } from "#http/schemas";
import { integrationsTag as tag } from "#modules/meetings/integrations";

const description =
	"The `loginUrl` of an integration, to which a learning-management system sends the browser of a user who opens a " +
	"link. Redirects to its authorization endpoint with `state` and `nonce`, or, if that is at another host than " +
	"`issuer`, answers a page that names the host and links to it; sets an HttpOnly cookie that binds the launch to " +
	"the browser. The launch must be completed within ten minutes. While the feature `ltiIntegration` is off: 403 " +
	"with `meta.flag`.";
const responses = {
	200: {
		description: "A page that names the host of the learning-management system",
		schema: Type.String(),
		mediaTypes: { "text/html": { schema: Type.String({ description: "The page, which links there." }) } },
		headers: { "Set-Cookie": "Cookie that binds the launch to this browser." },
	},
	302: {
		description: "Redirects to the learning-management system",
		schema: Type.Void(),
		headers: {
			Location: "Its authorization endpoint.",
			"Set-Cookie": "Cookie that binds the launch to this browser.",
		},
	},
};
const errors = ["not_found", "forbidden", "entitlement_required", "validation_failed"] as const;

/** Examples of the forms of a platform. */
export const formExamples = {
	login: {
		iss: "https://moodle.example.edu",
		login_hint: "42",
		target_link_uri: `https://api.parley.example/lti/${exampleId("int")}/launch`,
	},
	launch: {
		state: "8a9f0c1b5b6d7e8f9a0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f7a8b9c0d1e2f",
		id_token: "eyJhbGciOiJSUzI1NiIsImtpZCI6Im1vb2RsZSJ9.e30.c2ln",
	},
};

/** Documentation of the launches of learning-management systems. */
export const documentation = {
	login: operation({
		id: "startLtiLaunch",
		summary: "Start a launch from a learning-management system",
		description,
		tag,
		responses,
		errors,
	}),

	loginByForm: operation({
		id: "startLtiLaunchByForm",
		summary: "Start a launch from a learning-management system by a form",
		description,
		tag,
		responses,
		errors,
	}),

	launch: operation({
		id: "completeLtiLaunch",
		summary: "Complete a launch from a learning-management system",
		description:
			"The `launchUrl` of an integration, to which a learning-management system sends the browser back with its " +
			"token. The user joins the meeting named by the custom parameter `meeting` of the link, which must have " +
			"`access: link`, as a guest with the name given by the system; the lobby and the limits apply as they do " +
			"to guests who join by code. The same person is the same guest when they come again. Each launch can be " +
			"completed once.",
		tag,
		responses: {
			303: {
				description: "Redirects to the page of the meeting",
				schema: Type.Void(),
				headers: {
					Location:
						"The page; its fragment is `launch=` and the access token of the guest, or `launch` while the meeting has not started.",
					"Set-Cookie": "Removes the cookie of the launch.",
				},
			},
		},
		errors: [
			"not_found",
			"forbidden",
			"entitlement_required",
			"validation_failed",
			"record_not_found",
			"oauth_denied",
			"unavailable",
			"conflict",
			"quota_exceeded",
		],
	}),
};
