import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { serveFile } from "#http/files";
import { respondWithPage } from "#http/list";
import { respondToChange, respondToGet } from "#http/resource";
import { acceptedLanguages } from "#platform/mail";
import { documentation } from "./documentation.ts";
import { UNSUBSCRIBE_PAGE, UNSUBSCRIBE_POLICY } from "./page.ts";
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

const page = serveFile({
	contentType: "text/html; charset=utf-8",
	cacheControl: "no-store",
	contentSecurityPolicy: UNSUBSCRIBE_POLICY,
	read: () => UNSUBSCRIBE_PAGE,
});

/** Creates the routes of notifications. */
export const notificationsRoutes = (service: NotificationsService, preferences: PreferencesService) =>
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
			async ({ params }) => {
				await preferences.unsubscribe(params.token);
				return ok("Mails of this kind are turned off", {});
			},
			{
				open: "mail programs have no token; the address names whose mails it turns off",
				takes: ONE_CLICK,
				params: UnsubscribeParams,
				...documentation.unsubscribe,
			},
		)

		.get("/notifications/unsubscribe/:token", page, {
			open: "it is the same for everybody",
			detail: { hide: true },
		});
