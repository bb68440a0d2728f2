import type { Static, TSchema } from "@sinclair/typebox";
import { type Context, Elysia } from "elysia";
import { api } from "#http/api";
import { addCookie } from "#http/cookie";
import { readForm, requiredMember } from "#http/form";
import { redirectResponse } from "#http/redirect";
import type { FlowCookies } from "#platform/browser-flows";
import { answerWithPage } from "#platform/pages";
import { documentation, formExamples } from "./documentation.ts";
import { stateOf } from "./flow.ts";
import { platformPages } from "./platform-page.ts";
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

type StartedLogin = Awaited<ReturnType<LtiService["login"]>>;
type ResponseSettings = Context["set"];

const open = "users who open a link have no account here; the platform's token is the proof";

/** Returns the routes of the launches of learning-management systems. */
export function ltiRoutes(service: LtiService, flows: FlowCookies, prefix: string) {
	/** Sends the browser to the platform, or, when that is at another host than its issuer, asks on a page that names it. */
	function goOn(request: Request, set: ResponseSettings, { url, secret, isOwn }: StartedLogin): never {
		addCookie(set, flows.set(secret));
		if (!isOwn) return answerWithPage(platformPages(url), prefix, { request, set, status: 200 }) as never;
		set.headers.location = url;
		return redirectResponse(302);
	}

	return new Elysia({ name: "lti", prefix: "/lti/:integrationId" })
		.use(api)

		.get(
			"/login",
			async ({ context, params, query, request, set }) =>
				goOn(request, set, await service.login(context, params.integrationId, query)),
			{ open, params: LtiParams, query: LoginQuery, ...documentation.login },
		)

		.post(
			"/login",
			async ({ context, params, request, set }) => {
				const form = await readForm(request, LOGIN_FORM);
				const started = await service.login(context, params.integrationId, {
					...Object.fromEntries(form),
					iss: requiredMember(form, "iss"),
					login_hint: requiredMember(form, "login_hint"),
					target_link_uri: requiredMember(form, "target_link_uri"),
				});
				return goOn(request, set, started);
			},
			{ open, takes: LOGIN_FORM, params: LtiParams, ignoresKey: "protocol", ...documentation.loginByForm },
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
			{ open, takes: LAUNCH_FORM, params: LtiParams, ignoresKey: "protocol", ...documentation.launch },
		);
}
