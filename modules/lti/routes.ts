import type { Static, TSchema } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { api } from "#http/api";
import { addCookie } from "#http/cookie";
import { readForm, requiredMember } from "#http/form";
import { redirectResponse } from "#http/redirect";
import type { FlowCookies } from "#platform/browser-flows";
import { documentation, formExamples } from "./documentation.ts";
import { stateOf } from "./flow.ts";
import { LaunchForm, LoginForm, LoginQuery, LtiParams } from "./schemas.ts";
import type { LtiService } from "./service.ts";

/** Maximum size of a form, in bytes: a token of a platform takes a few thousand. */
const MAX_FORM_BYTES = 64 * 1024;

const formOf = <S extends TSchema>(schema: S, example: Static<S>) => ({
	maxBytes: MAX_FORM_BYTES,
	mediaTypes: { "application/x-www-form-urlencoded": { schema, example } },
});
const LOGIN_FORM = formOf(LoginForm, formExamples.login);
const LAUNCH_FORM = formOf(LaunchForm, formExamples.launch);

const open = "those who open a link have no account here; the platform's token is the proof";

/** Returns the routes of the launches of learning-management systems. */
export const ltiRoutes = (service: LtiService, flows: FlowCookies) =>
	new Elysia({ name: "lti", prefix: "/lti/:integrationId" })
		.use(api)

		.get(
			"/login",
			async ({ context, params, query, set }) => {
				const { url, secret } = await service.login(context, params.integrationId, query);
				addCookie(set, flows.set(secret));
				set.headers.location = url;
				return redirectResponse(302);
			},
			{ open, params: LtiParams, query: LoginQuery, ...documentation.login },
		)

		.post(
			"/login",
			async ({ context, params, request, set }) => {
				const form = await readForm(request, LOGIN_FORM);
				const { url, secret } = await service.login(context, params.integrationId, {
					...Object.fromEntries(form),
					iss: requiredMember(form, "iss"),
					login_hint: requiredMember(form, "login_hint"),
					target_link_uri: requiredMember(form, "target_link_uri"),
				});
				addCookie(set, flows.set(secret));
				set.headers.location = url;
				return redirectResponse(302);
			},
			{ open, takes: LOGIN_FORM, params: LtiParams, ...documentation.loginByForm },
		)

		.post(
			"/launch",
			async ({ context, params, request, set }) => {
				const form = await readForm(request, LAUNCH_FORM);
				const state = requiredMember(form, "state");
				const secrets = flows.readSecrets(request);
				const mine = secrets.find((secret) => stateOf(secret) === state);
				// Also when it fails: the launch is over.
				if (mine !== undefined) addCookie(set, flows.clear(mine));
				const answer = { state, idToken: form.get("id_token"), error: form.get("error") };
				set.headers.location = await service.launch(context, params.integrationId, answer, secrets);
				return redirectResponse(303);
			},
			{ open, takes: LAUNCH_FORM, params: LtiParams, ...documentation.launch },
		);
