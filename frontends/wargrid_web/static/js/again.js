// On the page without a connection: leads back to the address that was asked for.
const again = () => location.reload();
addEventListener('online', again);
document.querySelector('a')?.addEventListener('click', event => {
  event.preventDefault();
  again();
});
