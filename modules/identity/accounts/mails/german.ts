import type { AccountMailTexts } from "./content.ts";

/** German. */
export const de: AccountMailTexts = {
	verify_email: {
		subject: "Bestätigen Sie Ihre E-Mail-Adresse",
		before: [
			"Zu dieser Adresse gibt es ein Konto, wahrscheinlich Ihres. Bestätigen Sie, dass die Adresse Ihnen gehört, damit das Konto sie verwenden kann.",
		],
		action: "Adresse bestätigen",
		after: [
			"Wenn Sie dieses Konto nicht kennen, ignorieren Sie diese Nachricht: Ohne Ihre Bestätigung gilt niemand als Inhaber der Adresse.",
		],
	},
	finish_registration: {
		subject: "Schließen Sie Ihre Registrierung ab",
		before: [
			"Mit dieser Adresse hat sich jemand mehrmals registriert. Damit das Konto wirklich nur Ihnen gehört, wählen Sie jetzt Ihr Passwort.",
		],
		action: "Passwort wählen",
		after: [
			"Wenn Sie sich nicht registriert haben, ignorieren Sie diese Nachricht: Ohne diesen Link kann sich niemand mit dieser Adresse anmelden.",
		],
	},
	account_ready: {
		subject: "Ihr Konto ist bereit",
		before: [
			"Ihr Konto ist bereit, und Sie sind Mitglied der Organisation, die Sie eingeladen hat. Melden Sie sich mit dem Passwort an, das Sie gewählt haben.",
		],
		after: [],
	},
	address_in_use: {
		subject: "Sie haben bereits ein Konto",
		before: [
			"Jemand, vielleicht Sie, wollte mit dieser Adresse ein Konto anlegen. Zu ihr gibt es bereits eines. Es wurde nichts geändert.",
			"Wenn Sie Ihr Passwort vergessen haben, fordern Sie auf der Anmeldeseite ein neues an.",
		],
		after: ["Wenn Sie das nicht waren, ignorieren Sie diese Nachricht."],
	},
	reset_password: {
		subject: "Wählen Sie ein neues Passwort",
		before: ["Für Ihr Konto wurde ein neues Passwort angefordert."],
		action: "Neues Passwort wählen",
		after: ["Wenn Sie es nicht angefordert haben, ignorieren Sie diese Nachricht: Ihr Passwort bleibt unverändert."],
	},
	password_changed: {
		subject: "Ihr Passwort wurde geändert",
		before: ["Das Passwort Ihres Kontos wurde gerade geändert."],
		after: [
			"Wenn Sie das nicht waren, wählen Sie sofort ein neues Passwort und informieren Sie Ihre Administratorin oder Ihren Administrator.",
		],
	},
	change_email: {
		subject: "Bestätigen Sie Ihre neue E-Mail-Adresse",
		before: [
			"Jemand, wahrscheinlich Sie, möchte diese Adresse für ein Konto verwenden. Bestätigen Sie sie, während Sie mit diesem Konto angemeldet sind, oder mit dessen Passwort.",
		],
		action: "Neue Adresse bestätigen",
		after: ["Wenn Sie das nicht waren, ignorieren Sie diese Nachricht: Das Konto behält seine Adresse."],
	},
	email_changed: {
		subject: "Ihre E-Mail-Adresse wurde geändert",
		before: [
			"Ihr Konto hat jetzt die Adresse <%= it.email %>. Mit der bisherigen können Sie sich nicht mehr anmelden.",
		],
		after: ["Wenn Sie das nicht waren, informieren Sie sofort Ihre Administratorin oder Ihren Administrator."],
	},
};
