export default function LoginModal() {
  return <main>LoginModal</main>;
}
