export default function PlayMenu() {
  return <main>PlayMenu</main>;
}
