import { Elysia } from "elysia";
import { preferredMediaType } from "#http/accept";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { respondWithPage } from "#http/list";
import { respondToChange, respondToGet } from "#http/resource";
import { AppError } from "#kernel/errors";
import { UNSUBSCRIBE_PAGES } from "#modules/installation/pages";
import { acceptedLanguages } from "#platform/mail";
import { answerWithPage, servePage } from "#platform/pages";
import { documentation } from "./documentation.ts";
import type { PreferencesService } from "./preferences.ts";
import {
	ListNotificationsQuery,
	NotificationPreferencesPatch,
	OneClick,
	ReadNotificationsRequest,
	UnsubscribeParams,
} from "./schemas.ts";
import type { NotificationsService } from "./service.ts";

/** A form of a mail program, or of the page: what it holds does not matter. */
const ONE_CLICK = {
	maxBytes: 1_000,
	isOptional: true,
	mediaTypes: {
		"application/x-www-form-urlencoded": { schema: OneClick },
		"multipart/form-data": { schema: OneClick },
	},
} as const;

/** Whether a person sent the form of the page, as opposed to a mail program. */
const isFromPage = ({ headers }: Request): boolean =>
	preferredMediaType(headers.get("accept"), ["application/json", "text/html"]) === "text/html";

/** Creates the routes of notifications. @param prefix path prefix of `PUBLIC_URL` */
export const notificationsRoutes = (service: NotificationsService, preferences: PreferencesService, prefix: string) =>
	new Elysia({ name: "notifications" })
		.use(api)

		.get(
			"/notifications",
			async ({ context, query, request, set }) => {
				const languages = acceptedLanguages(request.headers.get("accept-language") ?? undefined);
				const { meta, ...found } = await service.list(context, query, languages);
				return { ...respondWithPage(context, set, "Notifications retrieved", found), meta };
			},
			{ requires: "session", query: ListNotificationsQuery, ...documentation.list },
		)

		.post(
			"/notifications/read",
			async ({ context, body }) => ok("Notifications marked as read", await service.read(context, body)),
			{ requires: "session", body: ReadNotificationsRequest, ...documentation.read },
		)

		.get(
			"/notifications/preferences",
			async ({ context, query, set }) =>
				respondToGet(context, set, "Preferences retrieved", await preferences.get(context, query.fields)),
			{ requires: "session", query: FieldsQuery, ...documentation.getPreferences },
		)

		.patch(
			"/notifications/preferences",
			async ({ context, body, set }) =>
				respondToChange(set, "Preferences updated", await preferences.patch(context, body)),
			{ requires: "session", body: NotificationPreferencesPatch, ...documentation.patchPreferences },
		)

		.post(
			"/notifications/unsubscribe/:token",
			async ({ context, params, request, set }) => {
				const fromPage = isFromPage(request);
				let kind: keyof typeof UNSUBSCRIBE_PAGES.done;
				try {
					kind = await preferences.unsubscribe(context, params.token);
				} catch (error) {
					if (!fromPage || !(error instanceof AppError) || error.code !== "not_found") throw error;
					return answerWithPage(UNSUBSCRIBE_PAGES.invalid, prefix, { request, set, status: 404 }) as never;
				}
				// The cast works around the type of handlers, which may return a value or a `Response`, but not either.
				if (fromPage)
					return answerWithPage(UNSUBSCRIBE_PAGES.done[kind], prefix, { request, set, status: 200 }) as never;
				return ok("Mails of this kind are turned off", {});
			},
			{
				open: "mail programs send no token; the address identifies the recipient",
				takes: ONE_CLICK,
				params: UnsubscribeParams,
				...documentation.unsubscribe,
			},
		)

		.get("/notifications/unsubscribe/:token", servePage(UNSUBSCRIBE_PAGES.asked, prefix), {
			open: "it is the same for everyone",
			file: true,
			detail: { hide: true },
		});
