import styles from './LoginScreen.module.css';

/** Why the server refused a form; nothing without a reason. */
export function Refusal({ text }: { text: string | null }) {
  return (
    text && (
      <p role="alert" className={styles.refusal}>
        {text}
      </p>
    )
  );
}
