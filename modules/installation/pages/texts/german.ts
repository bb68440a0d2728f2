import type { PageTexts } from "./english.ts";

/** The texts of the pages in German. */
export const german: PageTexts = {
	fields: {
		email: "E-Mail-Adresse",
		password: "Passwort",
		newPassword: "Neues Passwort",
		currentPassword: "Bisheriges Passwort",
		name: "Ihr Name",
		code: "Code",
	},
	passwordRules: (minLength) =>
		`Mindestens ${minLength} Zeichen. Mehrere Wörter hintereinander sind leicht zu merken. Namen, Adressen und häufige Passwörter werden nicht akzeptiert.`,
	tooShort: (minLength) => `Das Passwort muss mindestens ${minLength} Zeichen haben.`,
	signIn: {
		heading: "Anmelden",
		action: "Anmelden",
		passkey: "Passkey verwenden",
		forgot: "Passwort vergessen?",
		register: "Konto anlegen",
		provider: "Mit dem Konto Ihrer Organisation anmelden",
	},
	code: {
		heading: "Code eingeben",
		lead: "Öffnen Sie Ihre Authentifizierungs-App und geben Sie den angezeigten Code ein, oder einen Ihrer Wiederherstellungscodes.",
		action: "Weiter",
	},
	account: {
		heading: "Sie sind angemeldet",
		memberships: "Ihre Organisationen",
		administrator: "Sie verwalten diesen Server.",
		none: "Sie gehören noch keiner Organisation an. Bitten Sie eine Administratorin oder einen Administrator um eine Einladung.",
		noneYet:
			"Sie gehören selbst keiner Organisation an. Legen Sie mit POST /orgs in der API-Referenz eine an, und nennen Sie ihre Eigentümerin oder ihren Eigentümer.",
		api: "API-Referenz öffnen",
		change: "Passwort ändern",
		unconfirmed:
			"Sie haben noch nicht bestätigt, dass diese Adresse Ihnen gehört. Bis dahin werden keine E-Mails an sie gesendet.",
		confirm: "Link zum Bestätigen senden",
		confirming: "Ein Link wird an diese Adresse gesendet. Wenn er nicht ankommt, fordern Sie später einen neuen an.",
		signOut: "Abmelden",
	},
	password: {
		heading: "Neues Passwort wählen",
		owed: "Sie haben sich mit einem automatisch erzeugten Passwort angemeldet. Wählen Sie ein eigenes, um fortzufahren.",
		action: "Passwort speichern",
	},
	register: {
		heading: "Konto anlegen",
		action: "Konto anlegen",
		known: "Sie haben schon ein Konto? Anmelden",
		invitedOnly:
			"Konten werden hier nur auf Einladung angelegt. Öffnen Sie den Link in Ihrer Einladung oder bitten Sie die Administration um eine.",
		closed: "Die Registrierung ist geschlossen. Wenden Sie sich an die Administration.",
		mailed: "Prüfen Sie Ihren Posteingang",
		mailedLead:
			"Wir schicken Ihnen eine Nachricht. Öffnen Sie den Link darin, um Ihre Adresse zu bestätigen, und melden Sie sich dann an.",
		notReceived: "Keine Nachricht? Noch eine senden",
		ready: "Ihr Konto ist bereit",
		readyLead: "Sie können sich jetzt anmelden.",
	},
	forgot: {
		heading: "Neues Passwort wählen",
		lead: "Geben Sie die Adresse Ihres Kontos ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen.",
		action: "Link senden",
		sent: "Prüfen Sie Ihren Posteingang",
		sentLead:
			"Wenn die Adresse ein Konto hat, ist ein Link unterwegs. Er funktioniert nur einmal und ist 30 Minuten gültig.",
		noMail:
			"Dieser Server sendet keine E-Mails. Bitten Sie die Administration Ihrer Organisation um einen Link, mit dem Sie ein neues Passwort wählen.",
	},
	reset: {
		heading: "Neues Passwort wählen",
		action: "Passwort speichern",
		done: "Ihr Passwort wurde geändert",
		doneLead: "Sie wurden überall abgemeldet. Melden Sie sich mit dem neuen Passwort an.",
		again: "Neuen Link anfordern",
	},
	verify: {
		heading: "E-Mail-Adresse bestätigen",
		lead: "Klicken Sie auf die Schaltfläche, um zu bestätigen, dass diese Adresse Ihnen gehört.",
		action: "Adresse bestätigen",
		asked:
			"Geben Sie das Passwort des Kontos ein, das diese Adresse verwendet. Wenn Sie es nicht kennen, wählen Sie ein neues.",
		done: "Ihre Adresse ist bestätigt",
		doneLead: "Sie können sich jetzt anmelden.",
		again: "Neuen Link anfordern",
		againLead: "Geben Sie Ihre Adresse ein. Wir senden Ihnen einen neuen Link, mit dem Sie sie bestätigen.",
		send: "Link senden",
		sent: "Prüfen Sie Ihren Posteingang",
		sentLead:
			"Wenn die Adresse auf Bestätigung wartet, ist ein Link unterwegs. Er funktioniert nur einmal und ist 24 Stunden gültig.",
		noMail: "Der Link ist unvollständig. Kopieren Sie die ganze Adresse in Ihren Browser.",
	},
	invitation: {
		heading: "Beitreten:",
		invited: "Sie sind eingeladen, dieser Organisation beizutreten.",
		invitedBy: "lädt Sie ein, dieser Organisation beizutreten.",
		role: "Ihre Rolle:",
		action: "Einladung annehmen",
		known: "Ich habe schon ein Konto",
		knownLead: "Zu dieser Adresse gibt es schon ein Konto. Melden Sie sich an, um die Einladung anzunehmen.",
		signInAndAccept: "Anmelden und annehmen",
		done: "Willkommen bei",
		doneLead: "Sie sind jetzt Mitglied.",
		goOn: "Anmelden",
		invalid: "Diese Einladung gilt nicht mehr",
		invalidLead:
			"Sie wurde angenommen, zurückgezogen oder durch eine neuere ersetzt, oder sie ist abgelaufen. Bitten Sie die Person, die Sie eingeladen hat, um eine neue.",
	},
	unknownAddress: {
		heading: "Unter dieser Adresse gibt es nichts",
		lead: "Prüfen Sie die Adresse, oder beginnen Sie auf der Startseite.",
		action: "Zur Startseite",
	},
	unsubscribe: {
		heading: "Diese E-Mails abbestellen?",
		lead: "Sie bekommen von dieser Organisation keine E-Mails dieser Art mehr. Ihre anderen Benachrichtigungen bleiben unverändert.",
		action: "Abbestellen",
		done: "Sie bekommen keine E-Mails mehr über",
		/** What the mails are about. */
		kinds: {
			"transcript.ready": "fertige Transkripte",
			"translation.ready": "fertige Übersetzungen",
			"summary.ready": "fertige Zusammenfassungen",
			"meeting.invited": "Einladungen zu Besprechungen",
			"meeting.mentioned": "Erwähnungen im Chat von Besprechungen",
			"action_item.assigned": "Aufgaben, die Ihnen zugewiesen werden",
		},
		doneLead: "Um sie wieder zu bekommen, schalten Sie sie in den Einstellungen Ihrer Benachrichtigungen ein.",
		invalid: "Dieser Link zum Abbestellen funktioniert nicht",
		invalidLead: "Er ist unvollständig. Öffnen Sie ihn noch einmal aus der E-Mail.",
	},
	roles: {
		owner: "Eigentümer",
		admin: "Administration",
		manager: "Leitung",
		teacher: "Lehrkraft",
		student: "Schüler",
		member: "Mitglied",
		guest: "Gast",
		billing: "Abrechnung",
		auditor: "Prüfung",
	},
	problems: {
		invalid_credentials: "Adresse oder Passwort ist falsch.",
		passkey:
			"Der Passkey konnte nicht verwendet werden. Versuchen Sie es noch einmal, oder verwenden Sie Ihr Passwort.",
		mfa_code: "Der Code ist falsch.",
		email_not_verified:
			"Bestätigen Sie zuerst Ihre Adresse mit dem Link in der E-Mail, die an sie gesendet wird. Wenn sie nicht angekommen ist, fordern Sie eine neue an.",
		email_taken: "Zu dieser Adresse gibt es schon ein Konto.",
		token_invalid:
			"Dieser Link gilt nicht mehr: Er wurde benutzt oder durch einen neueren ersetzt, oder er ist abgelaufen.",
		organization_suspended: "Die Organisation ist zurzeit gesperrt. Versuchen Sie es später noch einmal.",
		rate_limited: "Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es dann noch einmal.",
		too_common: "Dieses Passwort ist leicht zu erraten. Wählen Sie ein anderes.",
		too_long: "Das ist zu lang.",
		required: "Füllen Sie jedes Feld aus.",
		invalid_email: "Geben Sie eine gültige E-Mail-Adresse ein.",
		incorrect: "Das Passwort ist falsch.",
		unreachable: "Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es dann noch einmal.",
		provider:
			"Die Anmeldung mit dem Konto Ihrer Organisation ist fehlgeschlagen. Versuchen Sie es noch einmal oder verwenden Sie Ihr Passwort.",
	},
};
