import { DAY_MS } from "#kernel/clock";
import { type Contribution, type Core, eachPerson } from "#platform/module";
import { createMailSender, followNotificationMails } from "./mail-sender.ts";
import { notificationMails } from "./mails.ts";
import { createNotifier } from "./notifier.ts";
import { createIsOpenTo, type IsOpenToDeps } from "./open.ts";
import { createPreferencesService } from "./preferences.ts";
import { createReactions } from "./reactions.ts";
import { erasePerson, notificationsOf, removeOld } from "./repository/notifications.ts";
import { notificationsRoutes } from "./routes.ts";
import { createNotificationsService } from "./service.ts";

/** How long notifications are kept, in ms. */
const KEPT_MS = 90 * DAY_MS;
/** Creates the module of notifications: what people hear of, in a list and by mail. */
export function createNotificationsModule(core: Core, deps: Pick<IsOpenToDeps, "standingOf">): Contribution {
	const { store, mailer, mailLimits, publicUrl } = core;
	const preferences = createPreferencesService(core);
	const { unsubscribeUrlOf } = preferences;
	const isOpenTo = createIsOpenTo({ ...core, ...deps });
	const mails = mailer && createMailSender({ store, mailer, mailLimits, publicUrl, isOpenTo, unsubscribeUrlOf });
	return {
		reactions: createReactions(createNotifier({ ...core, isOpenTo, mails })),
		routes: notificationsRoutes(createNotificationsService(core), preferences, publicUrl.prefix),
		mails: notificationMails,
		mailFollowers: followNotificationMails(store, isOpenTo),
		eraseMeeting: (tx, orgId, meetingId, limit) => notificationsOf(tx, orgId).removeOfMeeting(meetingId, limit),
		eraseUserData: {
			notifications: eachPerson((inPortions, person) =>
				inPortions((tx, limit) => erasePerson(store.acrossTenants.within(tx), person, limit)),
			),
		},
		cleanups: {
			hourly: [
				(inPortions, nowMs) =>
					inPortions((tx, limit) => removeOld(store.acrossTenants.within(tx), nowMs - KEPT_MS, limit)),
			],
		},
	};
}
