export default function RoomEntry() {
  return <main>RoomEntry</main>;
}
