import { Checkbox } from '../../components/checkbox.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import { defaultPort } from './account.ts'
import { OptionChoice, OptionField, type OptionsProps } from './option-field.tsx'

const securities = [
  ['tls', 'mail_security_tls'],
  ['starttls', 'mail_security_starttls'],
  ['none', 'mail_security_none'],
] as const

/** The mail server and the credentials. */
export function ConnectionFields({ protocol, ...props }: OptionsProps & { protocol: 'imap' | 'smtp' }) {
  const a = useAdminTexts()
  const { value, onChange } = props
  const port = defaultPort(protocol, value['security'])
  return (
    <>
      <div className="mail-server">
        <OptionField {...props} name="host" label="mail_host" />
        <OptionField {...props} name="port" label="mail_port" type="number" help={a('mail_port_help', { port })} />
      </div>
      <OptionChoice {...props} name="security" label="mail_security" values={securities} />
      <SignInFields {...props} help={protocol === 'smtp' ? a('mail_user_help') : undefined} />
      <Checkbox
        label={a('mail_verify')}
        help={a('mail_verify_help')}
        isChecked={value['verify_certificate'] !== false}
        onChange={(isChecked) => onChange({ ...value, verify_certificate: isChecked })}
      />
    </>
  )
}

/** User name and password, or the values for requesting access tokens. */
export function SignInFields({ help, ...props }: OptionsProps & { help?: string | undefined }) {
  const a = useAdminTexts()
  return (
    <>
      <OptionChoice
        {...props}
        name="auth"
        label="mail_auth"
        values={[
          ['password', 'mail_auth_password'],
          ['xoauth2', 'mail_auth_xoauth2'],
        ]}
      />
      <OptionField {...props} name="user" label="mail_user" help={help} />
      {props.value['auth'] === 'xoauth2' ? (
        <>
          <OptionField {...props} name="token_url" label="mail_token_url" type="url" />
          <OptionField {...props} name="client_id" label="mail_client_id" />
          <OptionField {...props} name="client_secret" label="mail_client_secret" type="password" />
          <OptionField
            {...props}
            name="refresh_token"
            label="mail_refresh_token"
            type="password"
            help={a('mail_refresh_token_help')}
          />
          <OptionField {...props} name="scope" label="mail_scope" />
        </>
      ) : (
        <OptionField {...props} name="password" label="mail_password" type="password" />
      )}
    </>
  )
}

/** The address and port at which the service listens for another mail server. */
export function ListenerFields(props: OptionsProps) {
  const a = useAdminTexts()
  return (
    <>
      <div className="mail-server">
        <OptionField {...props} name="host" label="mail_listen_host" />
        <OptionField {...props} name="port" label="mail_port" type="number" />
      </div>
      <p className="mail-help">{a('mail_listener_help')}</p>
    </>
  )
}
