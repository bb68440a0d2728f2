import { Type } from "@sinclair/typebox";
import { closed, Id } from "#http/schemas";

const MAX_CHARS = 8_192;
const text = (description: string, ...examples: string[]) =>
	Type.String({ minLength: 1, maxLength: MAX_CHARS, description, ...(examples.length > 0 && { examples }) });

const loginMembers = {
	iss: text("Issuer of the platform: that of the integration.", "https://moodle.example.edu"),
	login_hint: text("Opaque hint about the user; passed back to the platform.", "42"),
	target_link_uri: text(
		"Where the link leads; the platform repeats it in its token.",
		"https://api.parley.example/lti/int_01jd0z7v9gf2nbrexx3vqjhp41/launch",
	),
	lti_message_hint: Type.Optional(text("Opaque hint about the opened link; passed back to the platform.")),
	client_id: Type.Optional(text("Client id: that of the integration.")),
	lti_deployment_id: Type.Optional(text("Deployment: one of the integration.")),
};

/** How a platform starts a launch. Platforms add parameters of their own, so unknown ones are ignored. */
export const LoginQuery = Type.Object(loginMembers, { additionalProperties: Type.String() });
export type LoginQuery = typeof LoginQuery.static;

/** The same as a form. */
export const LoginForm = Type.Object(loginMembers, {
	$id: "LtiLoginRequestBody",
	additionalProperties: Type.String(),
});

/** What a platform sends back with the browser: a token, or why there is none. */
export const LaunchForm = Type.Object(
	{
		state: Type.String({ description: "The `state` from the start of the launch." }),
		id_token: Type.Optional(Type.String({ description: "The platform's token. Required unless `error` is given." })),
		error: Type.Optional(
			Type.String({ description: "The error, if there is no token.", examples: ["login_required"] }),
		),
	},
	{ $id: "LtiLaunchRequestBody", additionalProperties: Type.String() },
);

/** Path of the addresses of an integration. */
export const LtiParams = closed({ integrationId: Id("int", "id of the integration") });
