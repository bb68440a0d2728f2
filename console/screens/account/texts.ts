import { defineTexts } from "../../i18n/define.ts";

export const texts = defineTexts({
	en: {
		passwordRules: (count: number) =>
			`At least ${count} characters. Several words in a row are easy to remember. Names, addresses and common passwords are not accepted.`,
		email: "E-mail address",
		password: "Password",
		newPassword: "New password",
		name: "Your name",
		signIn: "Sign in",
		invalid: "This link no longer works: it was used, a newer one replaced it, or it has expired.",
		register: {
			heading: "Create an account",
			action: "Create account",
			known: "Already have an account? Sign in",
			invitedOnly:
				"Accounts are created by invitation here. Open the link in your invitation, or ask an administrator for one.",
			closed: "Registration is closed. Ask an administrator.",
			mailed: "Check your mail",
			mailedLead: "We are sending you a message. Open the link in it to confirm your address, then sign in.",
			notReceived: "No message? Send another one",
			ready: "Your account is ready",
			readyLead: "You can sign in now.",
		},
		forgot: {
			heading: "Choose a new password",
			lead: "Enter the address of your account. We will send you a link to choose a new password.",
			action: "Send link",
			sent: "Check your mail",
			sentLead: "If the address has an account, a link is on its way. It works once, within 30 minutes.",
			noMail:
				"This server does not send mail. Ask an administrator of your organization for a link to choose a new password.",
		},
		reset: {
			heading: "Choose a new password",
			action: "Save password",
			done: "Your password has been changed",
			doneLead: "You have been signed out everywhere. Sign in with the new password.",
			again: "Get a new link",
		},
		verify: {
			heading: "Confirm your e-mail address",
			lead: "Click the button to confirm that this address is yours.",
			action: "Confirm address",
			asked: "Enter the password of the account that uses this address. If you do not know it, choose a new one.",
			done: "Your address is confirmed",
			doneLead: "You can sign in now.",
			again: "Get a new link",
			againLead: "Enter your address. We will send you another link to confirm it.",
			send: "Send link",
			sent: "Check your mail",
			sentLead: "If the address is waiting to be confirmed, a link is on its way. It works once, within 24 hours.",
			noMail: "The link is incomplete. Copy the whole address into your browser.",
			forgot: "Forgot your password?",
		},
	},
	es: {
		passwordRules: (count: number) =>
			`Al menos ${count} caracteres. Varias palabras seguidas son fáciles de recordar. No se aceptan nombres, direcciones ni contraseñas comunes.`,
		email: "Dirección de correo",
		password: "Contraseña",
		newPassword: "Contraseña nueva",
		name: "Su nombre",
		signIn: "Iniciar sesión",
		invalid: "Este enlace ya no funciona: se usó, lo sustituyó otro más reciente o ha caducado.",
		register: {
			heading: "Crear una cuenta",
			action: "Crear cuenta",
			known: "¿Ya tiene una cuenta? Inicie sesión",
			invitedOnly:
				"Aquí las cuentas se crean por invitación. Abra el enlace de su invitación o pida una a un administrador.",
			closed: "El registro está cerrado. Consulte a un administrador.",
			mailed: "Revise su correo",
			mailedLead: "Le enviamos un mensaje. Abra el enlace para confirmar su dirección y después inicie sesión.",
			notReceived: "¿No ha llegado? Enviar otro",
			ready: "Su cuenta está lista",
			readyLead: "Ya puede iniciar sesión.",
		},
		forgot: {
			heading: "Elija una contraseña nueva",
			lead: "Escriba la dirección de su cuenta. Le enviaremos un enlace para elegir una contraseña nueva.",
			action: "Enviar enlace",
			sent: "Revise su correo",
			sentLead:
				"Si la dirección tiene una cuenta, el enlace está en camino. Funciona una sola vez, durante 30 minutos.",
			noMail:
				"Este servidor no envía correo. Pida a un administrador de su organización un enlace para elegir una contraseña nueva.",
		},
		reset: {
			heading: "Elija una contraseña nueva",
			action: "Guardar contraseña",
			done: "Su contraseña se ha cambiado",
			doneLead: "Se ha cerrado su sesión en todas partes. Inicie sesión con la contraseña nueva.",
			again: "Pedir otro enlace",
		},
		verify: {
			heading: "Confirme su dirección de correo",
			lead: "Haga clic en el botón para confirmar que esta dirección es suya.",
			action: "Confirmar dirección",
			asked: "Escriba la contraseña de la cuenta que usa esta dirección. Si no la sabe, elija una nueva.",
			done: "Su dirección está confirmada",
			doneLead: "Ya puede iniciar sesión.",
			again: "Pedir otro enlace",
			againLead: "Escriba su dirección. Le enviaremos otro enlace para confirmarla.",
			send: "Enviar enlace",
			sent: "Revise su correo",
			sentLead:
				"Si la dirección está pendiente de confirmación, el enlace está en camino. Funciona una sola vez, durante 24 horas.",
			noMail: "El enlace está incompleto. Copie la dirección entera en su navegador.",
			forgot: "¿Olvidó su contraseña?",
		},
	},
	de: {
		passwordRules: (count: number) =>
			`Mindestens ${count} Zeichen. Mehrere Wörter hintereinander sind leicht zu merken. Namen, Adressen und häufige Passwörter werden nicht akzeptiert.`,
		email: "E-Mail-Adresse",
		password: "Passwort",
		newPassword: "Neues Passwort",
		name: "Ihr Name",
		signIn: "Anmelden",
		invalid: "Dieser Link gilt nicht mehr: Er wurde benutzt oder durch einen neueren ersetzt, oder er ist abgelaufen.",
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
			forgot: "Passwort vergessen?",
		},
	},
});
